import { redirect } from 'react-router'
import { z } from 'zod'
import { addComment } from '#app/domain/comments/add-comment.server.ts'
import { listMutedFans, listReceivedComments } from '#app/domain/comments/queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommentForm } from '#app/web/components/comment-form.tsx'
import { CommentItem } from '#app/web/components/comment-item.tsx'
import { commentRow } from '#app/web/components/comment-row.ts'
import { POST_DENIALS } from '#app/web/components/post-texts.ts'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { refuseComment } from '#app/web/comment-refusal.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import commentStylesUrl from '#app/web/components/comments.css?url'
import type { Route } from './+types/comments'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: commentStylesUrl }]

export const handle = creatorForm('Comments', { shell: 'full', tab: 'posts', backHref: to.ownPosts })

const SHOWN_MUTED = 100

/** What fans wrote under all posts of a creator: to answer, to delete, and to mute who wrote it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const [{ shown, ...hrefs }, muted] = await Promise.all([
    keysetPage(url, {
      limit: 30,
      read: (page) => listReceivedComments(creator.id, page),
      idOf: (comment) => comment.id,
      address: (before) => withQuery(to.commentsReceived, { before }),
    }),
    listMutedFans(creator.id, SHOWN_MUTED),
  ])
  const at = now()
  return {
    name: creator.displayName ?? 'You',
    rows: shown.map((comment) => ({
      ...commentRow(comment, { postId: comment.post.id, creatorId: creator.id, actorId: creator.id, at }),
      post: { href: to.post(comment.post.id), caption: comment.post.caption || 'A post', id: comment.post.id },
    })),
    muted: muted.map(({ fanId, name }) => ({ name, action: toDashboard.unmuteFan(fanId) })),
    attempt: randomToken(),
    ...hrefs,
  }
}

const ReplyFields = z.object({
  comment: z.string(),
  attempt: z.string().min(1).max(64),
  replyTo: z.string().max(40),
  post: z.string().max(40),
})

/** A reply to one of the comments. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await parseForm(request, ReplyFields)
  if (!form.ok) return invalidForm({ comment: 'This form could not be read. Please try again.' }, form.values)
  const { comment: text, post: postId, attempt, replyTo } = form.value
  const result = await addComment(context.get(personContext), { postId, text, attempt, replyTo })
  if (result.ok) return redirect(`${to.commentsReceived}${url.search}#comment-${replyTo}`, 303)
  const { refusal } = result
  return refusal.kind === 'not_permitted'
    ? refuseForm({ ...POST_DENIALS[refusal.reason], field: 'comment' }, form.value)
    : refuseComment(refusal, form.value)
}

export default function Comments({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, muted, attempt, name, newestHref, olderHref } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="posts" />
      <div className="row row-between">
        <h1 className="text-h1">Comments</h1>
        <a className="link link-target" href={toDashboard.polls}>
          Your polls
        </a>
      </div>
      {rows.length === 0 ? (
        <EmptyState compact icon="message-circle" title="No comments yet">
          What fans write under your posts appears here.
        </EmptyState>
      ) : (
        <ul className="comments">
          {rows.map((row) => (
            <CommentItem
              key={row.id}
              comment={row}
              creatorName={name}
              about={
                <a className="link text-caption" href={row.post.href}>
                  {row.post.caption}
                </a>
              }
            >
              <details className="comment-answer">
                <summary className="link link-target">Reply</summary>
                <CommentForm
                  attempt={`${attempt}-${row.id.slice(-12)}`}
                  label={`Reply to ${row.name}`}
                  button="Send reply"
                  replyTo={row.id}
                  postId={row.post.id}
                  answer={actionData}
                />
              </details>
            </CommentItem>
          ))}
        </ul>
      )}
      <OlderLinks what="comments" newestHref={newestHref} olderHref={olderHref} />
      {muted.length > 0 && <MutedFans fans={muted} />}
    </div>
  )
}

function MutedFans({ fans }: { fans: readonly { name: string; action: string }[] }) {
  return (
    <section className="stack stack-8" aria-labelledby="muted">
      <h2 className="text-h3" id="muted">
        Muted fans
      </h2>
      <p className="text-secondary">Only they see what they write under your posts. They are not told.</p>
      <Card rows as="ul">
        {fans.map(({ name, action }) => (
          <li key={action} className="list-row">
            <span className="list-row-text text-h3">{name}</span>
            <form method="post" action={action}>
              <Button size="small" variant="quiet">
                Unmute<span className="visually-hidden"> {name}</span>
              </Button>
            </form>
          </li>
        ))}
      </Card>
    </section>
  )
}
