import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SaleSheets } from '#app/web/checkout/sale-sheets.tsx'
import { CommentForm } from '#app/web/components/comment-form.tsx'
import { CommentItem } from '#app/web/components/comment-item.tsx'
import type { CommentRow } from '#app/web/components/comment-row.ts'
import { sendLike } from '#app/web/components/like-form.ts'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import type { KeptComment } from '#app/web/components/use-kept-comment.ts'
import { commentsText, PostActions } from '#app/web/components/post-actions.tsx'
import { PostChips, PostMedia } from '#app/web/components/post-card.tsx'
import type { PostCardData } from '#app/web/components/post-card-data.ts'
import { ShareLink } from '#app/web/components/share-link.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'

type Comments = {
  rows: CommentRow[]
  newestHref: string | null
  olderHref: string | null
  open: boolean
  canWrite: boolean
  attempt: string
  kept: KeptComment
  /** Where the creator opens and closes the comments. */
  openAction: string | null
}

type PostPage = {
  creator: { name: string; href: string; avatarUrl: string | null }
  post: PostCardData
  /** Null for viewers who don't read them. */
  comments: Comments | null
  /** Its creator has taken it off the page. */
  withdrawn: boolean
  isOwner: boolean
}

/** The page of one post. */
export function PostPageView({ page, answer }: { page: PostPage; answer: FormAnswer | undefined }) {
  const { post, creator } = page
  return (
    <div className="container post-page">
      <Card as="article" id={`post-${post.id}`} className="post-whole">
        <header className="post-head">
          <a className="row" href={creator.href}>
            <Avatar name={creator.name} src={creator.avatarUrl} size={40} />
            <span>
              <b className="text-h3" translate="no">
                {creator.name}
              </b>
              <br />
              <span className="text-muted">{post.meta}</span>
            </span>
          </a>
          <PostChips post={post} />
          <ShareLink path={to.post(post.id)} title={`a post by ${creator.name}`} />
        </header>
        <PostMedia post={post} />
        <div onSubmit={sendLike}>
          <PostActions post={post} />
        </div>
        <div className="post-caption">
          <h1 className={post.caption ? 'text-h2 post-text' : 'visually-hidden'}>
            {post.caption || `A post by ${creator.name}`}
          </h1>
          {post.topics && <p className="post-topics">{post.topics}</p>}
          {post.tips && <p className="text-muted">{`Tips: ${post.tips}`}</p>}
          {!page.isOwner && (
            <a className="link link-target" href={to.report('post', post.id)}>
              Report this post
            </a>
          )}
        </div>
      </Card>
      <CommentSection page={page} answer={answer} />
      <SaleSheets />
    </div>
  )
}

function CommentSection({ page, answer }: { page: PostPage; answer: FormAnswer | undefined }) {
  const { comments, post, creator } = page
  const { count } = post.comments
  const heading = (
    <h2 className="text-h2" id="comments">
      {commentsText(count)}
    </h2>
  )
  if (page.withdrawn && !page.isOwner)
    return <Banner tone="info">{`${creator.name} has taken this post off the page. You keep what you bought.`}</Banner>
  if (!comments)
    return (
      <section className="stack stack-8" aria-labelledby="comments">
        {heading}
        <p className="text-secondary">
          {`Fans with access to ${creator.name} read and write comments. `}
          <a className="link" href={creator.href}>
            Get access
          </a>
        </p>
      </section>
    )
  return (
    <section className="stack stack-16" aria-labelledby="comments">
      <div className="row row-between">
        {heading}
        {comments.openAction && <OpenSwitch action={comments.openAction} open={comments.open} />}
      </div>
      {comments.canWrite ? (
        <CommentForm
          action={to.post(post.id)}
          attempt={comments.attempt}
          label="Write a comment"
          button="Comment"
          kept={comments.kept}
          answer={answer}
        />
      ) : (
        <Banner tone="info">
          {comments.open ? 'Your account can\u2019t comment now.' : 'Comments are closed under this post.'}
        </Banner>
      )}
      {comments.rows.length > 0 && (
        <ul className="comments">
          {comments.rows.map((comment) => (
            <CommentItem key={comment.id} comment={comment} creatorName={creator.name}>
              {page.isOwner && comments.canWrite && !comment.own && (
                <details className="comment-answer">
                  <summary className="link link-target">Reply</summary>
                  <CommentForm
                    action={to.post(post.id)}
                    attempt={`${comments.attempt}-${comment.id.slice(-12)}`}
                    label={`Reply to ${comment.name}`}
                    button="Send reply"
                    replyTo={comment.id}
                    answer={answer}
                  />
                </details>
              )}
            </CommentItem>
          ))}
        </ul>
      )}
      <OlderLinks what="comments" newestHref={comments.newestHref} olderHref={comments.olderHref} />
    </section>
  )
}

/** The creator opens or closes the comments of this post; what was written stays. */
function OpenSwitch({ action, open }: { action: string; open: boolean }) {
  return (
    <form method="post" action={action}>
      <Button size="small" variant="quiet" name="open" value={String(!open)}>
        {open ? 'Close comments' : 'Open comments'}
      </Button>
    </form>
  )
}
