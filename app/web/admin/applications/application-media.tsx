import { Button, LinkButton } from '#app/ui/button.tsx'
import { Chip, StatusChip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ClosesAt, useClosing, ViewedMedium, Watermark } from '#app/web/admin/opened-media.tsx'
import type { ApplicationPage, DocumentCard, PostCard } from './application-page.ts'

/** An encrypted document: closed until the reviewer gives a reason. */
export function DocumentTile({ document }: { document: DocumentCard }) {
  return (
    <div className="media-tile">
      <div className="media-frame">
        {document.gone ? (
          <p className="text-muted text-center">Deleted after its storage time</p>
        ) : (
          <LinkButton size="small" icon="eye" href={document.href}>
            Show
          </LinkButton>
        )}
      </div>
      <p className="text-caption">{document.name}</p>
      {!document.gone && <SeenMark seen={document.seen} />}
    </div>
  )
}

/** Whether this reviewer has opened all of it since its last change. */
function SeenMark({ seen }: { seen: boolean }) {
  return (
    <StatusChip
      small
      status={
        seen
          ? { tone: 'success', icon: 'eye', text: 'Opened' }
          : { tone: 'warning', icon: 'eye-off', text: 'Not opened yet' }
      }
    />
  )
}

/** A post in review: blurred until the reviewer opens it. */
export function PostTile({ post }: { post: PostCard }) {
  return (
    <div className="media-tile">
      <div className="media-frame">
        {post.preview && <img src={post.preview} alt="" />}
        {post.open ? (
          <LinkButton variant="light" size="small" icon="eye" href={post.href}>
            Show
          </LinkButton>
        ) : (
          <form method="post" action={post.href}>
            <Button variant="light" size="small" icon="eye">
              Show
            </Button>
          </form>
        )}
        {post.price && (
          <Chip tone="plate" icon="lock" small>
            {post.price}
          </Chip>
        )}
      </div>
      <p className="text-caption">{post.about}</p>
      <SeenMark seen={post.seen} />
    </div>
  )
}

/** The document or post that this reviewer has open, with their name as a watermark. It closes after two minutes. */
export function Opened({ page }: { page: ApplicationPage }) {
  const document = page.documents.find((one) => one.id === page.shown)
  const post = page.posts.find((one) => one.id === page.shown)
  const open = document?.open ?? post?.open ?? null
  useClosing(open?.secondsLeft ?? null, page.here)
  if (!open) return null
  const name = document ? document.name : post!.about
  const watermark = `${page.reviewer} ${page.shownAt} ${page.reference ?? ''}`
  return (
    <section className="stack stack-8" aria-label={name}>
      <div className="row row-between row-wrap">
        <h3 className="text-h3">{name}</h3>
        <ClosesAt time={open.until} />
      </div>
      {document?.open && (
        <div className="opened-medium">
          <img src={document.open.src} alt={`${name} of ${page.name}`} />
          <Watermark text={watermark} />
        </div>
      )}
      {post?.open?.media.map((medium) => (
        <div className="opened-medium" key={medium.src}>
          {medium.ready ? (
            <ViewedMedium medium={medium} alt="The post as it was sent" />
          ) : (
            <p className="text-muted">Still processing. Try again in a minute.</p>
          )}
          <Watermark text={watermark} />
        </div>
      ))}
      {post?.caption && <p className="text-body">{post.caption}</p>}
      <p className="text-caption row">
        <Icon name="shield-check" size={16} /> Your name is the watermark. The audit log keeps who opened it, when and
        why.
      </p>
      <LinkButton icon="eye-off" href={page.here}>
        Hide and go back
      </LinkButton>
    </section>
  )
}
