import type { ReactNode } from 'react'
import { Avatar } from '#app/ui/avatar.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { CommentRow, Removal } from './comment-row.ts'

type CommentItemProps = {
  comment: CommentRow
  /** The creator's name, at replies. */
  creatorName: string
  /** Above the comment: the post that it belongs to. */
  about?: ReactNode
  /** Below the comment: the form of a reply. */
  children?: ReactNode
}

/** A comment with the creator's replies, and what its reader may do with it. */
export function CommentItem({ comment, creatorName, about, children }: CommentItemProps) {
  return (
    <li className="comment" id={`comment-${comment.id}`}>
      <Avatar name={comment.name} size={32} />
      <div className="comment-main">
        {about}
        <div className="comment-head">
          <b className="text-strong" translate={comment.own ? undefined : 'no'}>
            {comment.own ? 'You' : comment.name}
          </b>
          {comment.isCreator && (
            <Chip tone="accent" small>
              Creator
            </Chip>
          )}
          <span className="text-muted">{comment.when}</span>
          {comment.reportHref && !comment.removal && !comment.mute && (
            <Report href={comment.reportHref} what={`the comment by ${comment.name}`} />
          )}
          {(comment.removal || comment.mute) && (
            <div className="comment-menu">
              <Menu summary={<Icon name="ellipsis" size={20} />} label={`More about the comment by ${comment.name}`}>
                {comment.removal && <Remove removal={comment.removal} label="Delete comment" />}
                {comment.reportHref && (
                  <MenuLink href={comment.reportHref} icon="flag">
                    Report comment
                  </MenuLink>
                )}
                {comment.mute && (
                  <form method="post" action={comment.mute.action}>
                    <MenuButton icon="eye-off">{`Mute ${comment.name}`}</MenuButton>
                  </form>
                )}
                {comment.fanHref && (
                  <MenuLink href={comment.fanHref} icon="ban">
                    {`Block ${comment.name}`}
                  </MenuLink>
                )}
              </Menu>
            </div>
          )}
        </div>
        <p className="comment-body">{comment.body}</p>
        {comment.replies.map((reply) => (
          <div key={reply.id} className="comment-reply" id={`comment-${reply.id}`}>
            <div className="comment-head">
              <b className="text-strong">{creatorName}</b>
              <Chip tone="accent" small>
                Creator
              </Chip>
              <span className="text-muted">{reply.when}</span>
              {reply.reportHref && <Report href={reply.reportHref} what="the reply" />}
              {reply.removal && (
                <div className="comment-menu">
                  <Menu summary={<Icon name="ellipsis" size={20} />} label="More about the reply">
                    <Remove removal={reply.removal} label="Delete reply" />
                  </Menu>
                </div>
              )}
            </div>
            <p className="comment-body">{reply.body}</p>
          </div>
        ))}
        {children}
      </div>
    </li>
  )
}

/** Without a menu around it: a page has many comments, so each has few elements. */
function Report({ href, what }: { href: string; what: string }) {
  return (
    <a className="comment-report" href={href} aria-label={`Report ${what}`}>
      Report
    </a>
  )
}

function Remove({ removal, label }: { removal: NonNullable<Removal>; label: string }) {
  return (
    <form method="post" action={removal.action}>
      <MenuButton icon="trash">{label}</MenuButton>
    </form>
  )
}
