import { Icon } from '#app/ui/icon.tsx'
import type { VideoCard } from './post-card-data.ts'

/** A video in the browser's own player: only its poster is loaded until it is played. */
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
    <div className="video-player">
      <video
        controls
        playsInline
        preload="none"
        poster={video.poster}
        src={video.src}
        width={video.width}
        height={video.height}
        aria-label={`${label}, ${video.duration}`}
      />
      <p className="text-caption money">{`${video.duration} · ${video.size}`}</p>
    </div>
  )
}
