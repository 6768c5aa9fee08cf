import type { PostCardData } from './post-card-data.ts'

/**
 * The line below a post: its likes, its comments and tips. Likes are a plain form; `sendLike` of the list around it saves the reload. Who
 * can't like it follows the link to its page. A page has many of these lines, so each has few elements.
 */
export function PostActions({ post }: { post: Pick<PostCardData, 'href' | 'like' | 'comments' | 'tipHref'> }) {
  const { href, like, comments, tipHref } = post
  return (
    <div className="post-actions">
      {like.action === null ? (
        <a className="post-action post-like" href={href} aria-label={likesText(like.count)}>
          {like.count.toLocaleString('en')}
        </a>
      ) : (
        <form method="post" action={like.action}>
          <button
            className="post-action post-like like-button"
            name="liked"
            value={String(!like.liked)}
            data-count={like.count}
            aria-pressed={like.liked}
            aria-label={likesText(like.count)}
          >
            {like.count.toLocaleString('en')}
          </button>
        </form>
      )}
      <a className="post-action post-comments" href={comments.href} aria-label={commentsText(comments.count)}>
        {comments.count.toLocaleString('en')}
      </a>
      {tipHref && (
        <a className="post-action post-tip" href={tipHref} aria-label="Tip this post">
          Tip
        </a>
      )}
    </div>
  )
}

/** "1 like", "1,204 likes". */
export function likesText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'like' : 'likes'}`
}

/** "1 comment", "18 comments". */
export function commentsText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'comment' : 'comments'}`
}
