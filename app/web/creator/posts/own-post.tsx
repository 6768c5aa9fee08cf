import { redirect } from 'react-router'
import { archivePost, restorePost } from '#app/domain/posts/archive-post.server.ts'
import { deletePost } from '#app/domain/posts/delete-post.server.ts'
import { findOwnPost } from '#app/domain/posts/own-posts.server.ts'
import { pinPost } from '#app/domain/posts/pin-post.server.ts'
import { editableParts } from '#app/domain/posts/policy.ts'
import { findPostFigures } from '#app/domain/posts/post-figures.server.ts'
import { listNamedPeople } from '#app/domain/releases/queries.server.ts'
import { typeLine } from '#app/domain/posts/post.ts'
import { withdrawToDraft } from '#app/domain/posts/withdraw-to-draft.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { personContext } from '#app/web/context.server.ts'
import { readForm } from '#app/web/form-body.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { personLine, waitTexts } from '#app/web/creator/releases/texts.ts'
import { loadMediaProblems, retryMediumOfPost } from '#app/web/creator/posts/media-problems.server.ts'
import { OwnPostView } from './own-post-view.tsx'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { postRow } from './post-row.ts'
import postsStylesUrl from './posts.css?url'
import { POST_TEXTS } from './texts.ts'
import { tileOf } from './tiles.ts'
import type { Route } from './+types/own-post'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: postsStylesUrl }]

export const handle = creatorForm('Post', { shell: 'full', tab: 'posts', backHref: to.ownPosts })

const changeOf = (url: URL, postId: string): string =>
  url.pathname === toDashboard.ownPost(postId) ? '' : url.pathname.split('/').at(-1)!

/** One post of a creator: its figures, and what can be done with it. Deleting asks first, at an address of its own. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const post = orNotFound(await findOwnPost(person.id, params.postId))
  const change = changeOf(url, post.id)
  if (change !== '' && change !== 'deletion') throw redirect(toDashboard.ownPost(post.id), 303)
  const figures = await findPostFigures(post.id)
  const mediaLink = mediaLinksFor(person)
  const people = await listNamedPeople(person.id, post.id)
  return {
    waitsFor: waitTexts(post.reviewReasons),
    people: people.map(personLine),
    ...postRow(post, now(), mediaLink),
    caption: post.caption,
    question: post.question,
    typeLine: typeLine(post.kind, post.media, post.question !== null),
    state: post.state,
    tiles: post.media.map((medium) => tileOf(medium, mediaLink)),
    problems: await loadMediaProblems(person.id, post.media, 'of this post'),
    facts: factsOf(post),
    figures: {
      views: figures.views.toLocaleString('en'),
      unlocks: String(figures.unlocks),
      tips: figures.tips === 0 ? '0' : `${figures.tips}, ${formatMoney(figures.tipped)}`,
      earned: formatMoney(figures.earned),
      days: figures.viewsByDay,
    },
    can: {
      edit: editableParts(post.state) !== 'nothing',
      pin: post.state === 'published' && post.expiresAt === null,
      withdraw: ['scheduled', 'processing', 'in_review'].includes(post.state) || wasRefused(post),
      archive: post.state === 'published',
      restore: post.state === 'archived',
      delete: post.state !== 'removed',
    },
    asksToDelete: change === 'deletion',
    buyers: post.unlocks,
    removed: post.state === 'removed' && { refused: wasRefused(post), reason: post.refusal, sold: post.wasSold },
  }
}

/** Refused before fans saw it: its creator may edit it and send it again. */
function wasRefused(post: NonNullable<Awaited<ReturnType<typeof findOwnPost>>>): boolean {
  return post.state === 'removed' && post.refusal !== null && post.publishedAt === null && !post.wasSold
}

function factsOf(post: NonNullable<Awaited<ReturnType<typeof findOwnPost>>>): string[] {
  return [
    post.publishedAt && post.state === 'published' && `Published ${showDateTime(post.publishedAt)}`,
    post.state === 'scheduled' && post.publishAt && `Published on ${showDateTime(post.publishAt)}`,
    post.editedAt && `Edited ${showDateTime(post.editedAt)}`,
    post.expiresAt && post.state === 'published' && `Story until ${showDateTime(post.expiresAt)}`,
  ].filter((fact) => typeof fact === 'string')
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const { postId } = params
  const form = await readForm(request)
  const back = toDashboard.ownPost(postId)
  switch (changeOf(url, postId)) {
    case 'pin': {
      const pinned = form.get('pinned') === 'yes'
      const done = await pinPost(person, postId, pinned)
      if (done.ok) return said(back, pinned ? 'Pinned' : 'Unpinned')
      if (done.refusal.kind === 'too_many') return failed(back, POST_TEXTS.tooManyPinned)
      return refused(done.refusal.kind, back)
    }
    case 'archiving': {
      const done = await archivePost(person, postId)
      return done.ok
        ? said(back, 'Archived', 'It is off your page. Who bought it keeps it.')
        : refused(done.refusal.kind, back)
    }
    case 'restoration': {
      const done = await restorePost(person, postId)
      return done.ok ? said(back, 'On your page again') : refused(done.refusal.kind, back)
    }
    case 'retry': {
      const medium = form.get('medium')
      const tried = typeof medium === 'string' && (await retryMediumOfPost(person, postId, medium))
      if (!tried) notFound()
      return said(back, 'Trying again', 'It takes a few minutes.')
    }
    case 'withdrawal': {
      const done = await withdrawToDraft(person, postId)
      return done.ok ? said(toDashboard.editPost(postId), 'Back in your drafts') : refused(done.refusal.kind, back)
    }
    case 'deletion': {
      const done = await deletePost(person, postId, { keepFiles: form.get('keep') === 'yes' })
      if (!done.ok) return refused(done.refusal.kind, back)
      const { buyersKeepIt } = done.value
      return said(to.ownPosts, 'Deleted', buyersKeepIt ? 'Who bought it keeps it.' : undefined)
    }
    default:
      throw new Response('Not here', { status: 405 })
  }
}

function said(path: string, title: string, description = ''): Response {
  return redirectWithToast(path, { title, description })
}

function failed(path: string, description: string): Response {
  return redirectWithToast(path, { title: 'Not done', description, tone: 'error' })
}

type Refused = 'not_permitted' | 'not_there' | 'wrong_state' | 'not_published' | 'media_blocked'

function refused(kind: Refused, back: string): Response {
  if (kind === 'not_there') notFound()
  if (kind === 'media_blocked') return failed(back, POST_TEXTS.mediaBlocked)
  return failed(back, kind === 'not_permitted' ? POST_TEXTS.notPermitted : POST_TEXTS.notEditable)
}

export default function OwnPost({ loaderData }: Route.ComponentProps) {
  return <OwnPostView page={loaderData} />
}
