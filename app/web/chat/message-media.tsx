import { LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import type { RequestMediaView } from '#app/web/components/request-look.ts'
import { ResponsivePicture } from '#app/web/components/responsive-picture.tsx'
import { VideoPlayer } from '#app/web/components/video-player.tsx'
import { VoiceNote } from '#app/web/components/voice-note.tsx'
import type { LineMedia } from './line-media.ts'

/** The photos, videos and voice of a message; locked ones are a veil over a blurred preview, with one button. */
export function MessageMedia({ media }: { media: Exclude<LineMedia, { state: 'removed' }> }) {
  if (media.state === 'locked')
    return (
      <div className="chat-locked">
        <LockedFace what={media.what} preview={media.preview} />
        <LinkButton variant="locked" className="chat-unlock" icon="lock-open" href={media.unlockHref}>
          {`Unlock, ${media.price}`}
        </LinkButton>
      </div>
    )
  return (
    <>
      <OpenMedia media={media.media} />
      {media.note && (
        <p className="chat-media-note">
          <Icon name={media.note === 'Unlocked' ? 'lock-open' : 'lock'} size={16} />
          <span>{media.note}</span>
          {media.earned && <b className="bubble-earned">{media.earned}</b>}
        </p>
      )}
    </>
  )
}

type FaceProps = { what: string; preview: string | null; alone?: boolean }

/** What a locked message shows: what it is, over some blurred pixels of it. `alone`: not in a bubble. */
export function LockedFace({ what, preview, alone = false }: FaceProps) {
  return (
    <div className={joinClasses('chat-veil', alone && 'chat-veil-alone')}>
      {preview && <img src={preview} alt="" width={32} height={26} decoding="async" />}
      <div className="chat-veil-text">
        <Icon name="lock" size={24} />
        <span>{what}</span>
      </div>
    </div>
  )
}

function OpenMedia({ media }: { media: RequestMediaView }) {
  return (
    <div className="chat-media">
      {media.photos.length > 0 && (
        <div className={joinClasses('chat-photos', media.photos.length > 1 && 'chat-photos-several')}>
          {media.photos.map(({ mediaId, picture, fullHref }) => (
            <a key={mediaId} href={fullHref}>
              <ResponsivePicture picture={picture} sizes="(min-width: 600px) 400px, 80vw" />
              <span className="visually-hidden">Open full size</span>
            </a>
          ))}
        </div>
      )}
      {media.videos.map(({ mediaId, video }) => (
        <div key={mediaId} className="chat-player">
          <VideoPlayer video={video} label="Video" />
        </div>
      ))}
      {media.voices.map(({ mediaId, voice }) => (
        <div key={mediaId} className="chat-player">
          <VoiceNote voice={voice} />
        </div>
      ))}
    </div>
  )
}
