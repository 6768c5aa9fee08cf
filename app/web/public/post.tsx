import { data, redirect } from 'react-router'
import { z } from 'zod'
import { addComment } from '#app/domain/comments/add-comment.server.ts'
import { listComments } from '#app/domain/comments/queries.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { countPostViews } from '#app/domain/posts/count-views.server.ts'
import { findPostForViewer, type PostView } from '#app/domain/posts/queries.server.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { isAdult } from '#app/web/adult.server.ts'
import { commentRow } from '#app/web/components/comment-row.ts'
import { postCard } from '#app/web/components/post-card-data.ts'
import { POST_DENIALS } from '#app/web/components/post-texts.ts'
import { refuseComment } from '#app/web/comment-refusal.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { shareOf } from '#app/web/creator-response.server.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { membersOnly } from '#app/web/gates.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { avatarPath } from '#app/web/picture.ts'
import { refusePostForm } from '#app/web/post-answer.server.ts'
import { postMeta } from '#app/web/creator-meta.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { AgeGateView } from './age-gate-view.tsx'
import commentStylesUrl from '#app/web/components/comments.css?url'
import postStylesUrl from './post.css?url'
import { PostPageView } from './post-view.tsx'
import type { Route } from './+types/post'
import { afterAllButSheets } from '#app/web/use-sheet.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: postStylesUrl },
  { rel: 'stylesheet', href: commentStylesUrl },
]

export const handle = {
  audience: 'everyone',
  policy: { GET: 'checked_by_domain', POST: { who: 'checked_by_domain', gate: membersOnly } },
  screen: { shell: 'full', tab: 'feed' },
} satisfies RouteHandle

const COMMENTS_A_PAGE = 20

/** One post: as its viewer may see it, with its likes, tips, poll and comments. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const post = await findPostForViewer(actor, params.postId.toLowerCase())
  const creator = post && (await findCreatorById(post.creator.id))
  if (!post || !creator) notFound()
  const share = shareOf(creator)
  if (!isAdult(request, actor)) return data({ state: 'gate' as const, share, path: to.post(post.id) })
  const [entitled, comments] = await Promise.all([
    actor ? isEntitledTo(actor.id, post.creator.id) : false,
    post.can.readComments ? commentsOf(actor!, post, url) : null,
  ])
  const own = actor?.id === post.creator.id
  if (actor && !own && post.content.open) countPostViews(actor.id, [post.id])
  if (actor && entitled && post.content.open) void recordUse(actor.id, post.creator.id)
  return data({
    state: 'page' as const,
    share,
    path: to.post(post.id),
    backHref: to.creator(post.creator.username),
    creator: {
      name: post.creator.displayName,
      href: to.creator(post.creator.username),
      avatarUrl: post.creator.avatarMediaId && avatarPath(post.creator.avatarMediaId),
    },
    post: postCard(post, now(), mediaLinksFor(actor), { total: post.tips, can: entitled }),
    comments,
    withdrawn: post.withdrawn,
    isOwner: own,
  })
}

async function commentsOf(actor: Person, post: PostView, url: URL) {
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: COMMENTS_A_PAGE,
    read: (page) => listComments(post.id, actor.id, page),
    idOf: (comment) => comment.id,
    address: (before) => `${withQuery(to.post(post.id), { before })}#comments`,
  })
  const at = now()
  return {
    rows: shown.map((comment) =>
      commentRow(comment, { postId: post.id, creatorId: post.creator.id, actorId: actor.id, at }),
    ),
    ...hrefs,
    open: post.commentsOpen,
    canWrite: post.can.comment,
    attempt: randomToken(),
    kept: { owner: actor.id, newest: shown.find((one) => one.author.id === actor.id)?.id ?? null },
    openAction: actor.id === post.creator.id ? to.openComments(post.id) : null,
  }
}

const CommentFields = z.object({
  comment: z.string(),
  attempt: z.string().min(1).max(64),
  replyTo: z.string().max(40).optional(),
})

/** A comment, or the creator's reply to one. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const postId = params.postId.toLowerCase()
  const form = await parseForm(request, CommentFields)
  if (!form.ok) return invalidForm({ comment: 'This form could not be read. Please try again.' }, form.values)
  const { comment: text, ...rest } = form.value
  const result = await addComment(context.get(actorContext), { postId, text, ...rest })
  if (result.ok) return redirect(`${to.post(postId)}#comment-${rest.replyTo ?? result.value.commentId}`, 303)
  const { refusal } = result
  if (refusal.kind !== 'not_permitted') return refuseComment(refusal, form.value)
  if (refusal.reason === 'not_there') notFound()
  return refusal.reason === 'comments_closed'
    ? refuseForm({ ...POST_DENIALS.comments_closed, field: 'comment' }, form.value)
    : refusePostForm(postId, refusal.reason)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return postMeta(loaderData, matches)
}

export const shouldRevalidate = afterAllButSheets

export default function Post({ loaderData, actionData, matches }: Route.ComponentProps) {
  if (loaderData.state === 'gate')
    return (
      <AgeGateView
        heading={loaderData.share.displayName}
        brandName={matches[0].loaderData?.brandName ?? 'Peach'}
        returnTo={loaderData.path}
      />
    )
  return <PostPageView page={loaderData} answer={actionData} />
}
