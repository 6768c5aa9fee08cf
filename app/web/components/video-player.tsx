import { Icon } from '#app/ui/icon.tsx'
import type { VideoCard } from './post-card-data.ts'

/** A video: only its poster is loaded until it is started, in the browser's own player; then it gets ours (`player/player.ts`). */
export function VideoPlayer({ video, label }: { video: VideoCard; label: string }) {
  if (video.state === 'waiting') {
    return (
      <p className="video-waiting">
        <Icon name="video" size={20} />
        {video.message}
      </p>
    )
  }
  return (
    <div className="video-player" data-player>
      <div className="video-stage" data-stage>
        <video
          controls
          playsInline
          preload="none"
          poster={video.poster || undefined}
          width={video.width}
          height={video.height}
          aria-label={`${label}, ${video.duration}`}
        >
          {/* A browser takes the first that it plays: the stream, whose quality follows the connection, else one small file. */}
          {video.stream && <source src={video.stream} type="application/vnd.apple.mpegurl" />}
          <source src={video.src} type="video/mp4" />
        </video>
      </div>
      <p className="text-caption money" translate="no">
        {video.note}
      </p>
    </div>
  )
}
