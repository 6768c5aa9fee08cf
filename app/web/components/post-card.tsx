import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { LockedMedia } from './locked-media.tsx'
import { Poll } from './poll.tsx'
import { PostActions } from './post-actions.tsx'
import type { OpenCard, PostCardData } from './post-card-data.ts'
import { ResponsivePicture } from './responsive-picture.tsx'
import { VideoPlayer } from './video-player.tsx'
import { VoiceNote } from './voice-note.tsx'

// A 3x screen gets the 2x picture.
const sizes = '(min-width: 768px) 270px, (min-resolution: 2.5dppx) 66vw, 100vw'

/** A post: with its whole content, or as a blurred preview with the link to open it. */
export function PostCard({ post }: { post: PostCardData }) {
  const { content } = post
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
        <div className="row row-between">
          <p className="text-muted">{post.meta}</p>
          {content.open && content.chip && (
            <Chip tone="locked" small icon="lock-open">
              {content.chip}
            </Chip>
          )}
        </div>
        {post.tips && <p className="text-muted">{`Tips: ${post.tips}`}</p>}
      </div>
    </Card>
  )
}

/** The media of a post with its poll, or the preview of a locked one. */
export function PostMedia({ post: { content, caption } }: { post: Pick<PostCardData, 'content' | 'caption'> }) {
  if (!content.open) return <LockedMedia locked={content} />
  return (
    <>
      <OpenMedia content={content} caption={caption} />
      {content.poll && <Poll poll={content.poll} />}
    </>
  )
}

function OpenMedia({ content, caption }: { content: OpenCard; caption: string }) {
  const many = content.photos.length > 1
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
            {content.storyHours !== null && (
              <Chip className="post-chip" tone="plate" small icon="clock">
                {`${content.storyHours} h left`}
              </Chip>
            )}
            <span className="visually-hidden">Open full size</span>
          </a>
        ))}
      </div>
      {content.videos.map((video, index) => (
        <VideoPlayer key={index} video={video} label={caption || 'Video'} />
      ))}
      {content.voice && <VoiceNote voice={content.voice} />}
    </>
  )
}
