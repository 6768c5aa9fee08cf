import { unlockedId } from '#app/links.ts'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { LockedMedia } from './locked-media.tsx'
import { Poll } from './poll.tsx'
import { PostActions } from './post-actions.tsx'
import type { PostCardData, ShownCard } from './post-card-data.ts'
import { ResponsivePicture } from './responsive-picture.tsx'
import { VideoPlayer } from './video-player.tsx'
import { VoiceNote } from './voice-note.tsx'

// A 3x screen gets the 2x picture.
const sizes = '(min-width: 768px) 270px, (min-resolution: 2.5dppx) 66vw, 100vw'

/** A post: with its whole content, or as a blurred preview with the link to open it. */
export function PostCard({ post }: { post: PostCardData }) {
  return (
    <Card as="article" id={`post-${post.id}`} className="post-card" aria-label={post.caption || undefined}>
      <PostMedia post={post} />
      <PostActions post={post} />
      <div className="post-caption">
        {post.caption && (
          <h3 className="text-h3">
            <a href={post.href}>{post.caption}</a>
          </h3>
        )}
        <div className="row row-between post-line">
          <p className="text-muted">{post.meta}</p>
          <PostChips post={post} />
        </div>
        {post.topics && <p className="post-topics">{post.topics}</p>}
        {post.tips && <p className="text-muted">{`Tips: ${post.tips}`}</p>}
      </div>
    </Card>
  )
}

/** Whether a post is pinned, and why it is open. */
export function PostChips({ post: { pinned, content } }: { post: Pick<PostCardData, 'pinned' | 'content'> }) {
  const open = content.open ? content.chip : null
  if (!pinned && !open) return null
  return (
    <span className="post-chips">
      {pinned && (
        <Chip small icon="pin">
          Pinned
        </Chip>
      )}
      {open && (
        <Chip tone="locked" small icon="lock-open">
          {open}
        </Chip>
      )}
    </span>
  )
}

/** The media of a post with its poll, or the preview of a locked one. */
export function PostMedia({
  post: { id, content, caption },
}: {
  post: Pick<PostCardData, 'id' | 'content' | 'caption'>
}) {
  if (!content.open)
    return (
      <>
        {content.freeItem && (
          <Shown media={content.freeItem} caption={caption} mark={{ icon: 'lock-open', label: 'Free to see' }} />
        )}
        {content.freeSeconds && <VideoPlayer video={content.freeSeconds} label={caption || 'Video'} />}
        <LockedMedia locked={content} />
      </>
    )
  const hours = content.storyHours
  const shown = (
    <>
      <Shown
        media={content}
        caption={caption}
        mark={hours === null ? null : { icon: 'clock', label: `${hours} h left` }}
      />
      {content.poll && <Poll poll={content.poll} />}
    </>
  )
  if (content.chip !== 'Bought') return shown
  // After the payment the address leads here: the picture becomes sharp, and the focus is on it.
  return (
    <div id={unlockedId(id)} className="post-unlocked" tabIndex={-1}>
      {shown}
    </div>
  )
}

type ShownProps = { media: ShownCard; caption: string; mark: { icon: IconName; label: string } | null }

/** Photos beside each other, then videos, then the voice note. `mark` is on the first picture, else above what is played. */
function Shown({ media: content, caption, mark }: ShownProps) {
  const many = content.photos.length > 1
  const chip = mark && (
    <Chip
      className={content.photos.length > 0 ? joinClasses('post-chip', many && 'post-chip-end') : 'post-chip-above'}
      tone="plate"
      small
      icon={mark.icon}
    >
      {mark.label}
    </Chip>
  )
  return (
    <>
      <div
        className={many ? 'post-strip' : undefined}
        tabIndex={many ? 0 : undefined}
        role={many ? 'group' : undefined}
        aria-label={many ? 'Photos' : undefined}
      >
        {content.photos.map(({ picture, fullHref }, index) => (
          <a key={fullHref} className="post-media" href={fullHref}>
            <ResponsivePicture picture={picture} sizes={sizes} />
            {many && (
              <Chip className="post-chip" tone="plate" small icon="images">
                {`${index + 1} / ${content.photos.length}`}
              </Chip>
            )}
            {index === 0 && chip}
            <span className="visually-hidden">Open full size</span>
          </a>
        ))}
      </div>
      {content.photos.length === 0 && chip}
      {content.videos.map((video, index) => (
        <VideoPlayer key={index} video={video} label={caption || 'Video'} />
      ))}
      {content.voice && <VoiceNote voice={content.voice} />}
    </>
  )
}
