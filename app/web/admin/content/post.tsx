import { checkFields } from '#app/web/forms.server.ts'
import { redirect } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { BlockMediumForm, ReasonForm, RejectPostForm, RemovePostForm } from '#app/domain/moderation/content.ts'
import { findContentForReview } from '#app/domain/moderation/content-queries.server.ts'
import { clearCreatorFlag, flagCreator } from '#app/domain/moderation/flag-creator.server.ts'
import {
  approveWaitingPost,
  blockMedium,
  openPostForReview,
  rejectWaitingPost,
  takeDownPost,
} from '#app/domain/moderation/review-content.server.ts'
import { showText } from '#app/domain/moderation/record-opening.server.ts'
import { unopenedText } from '#app/domain/moderation/unopened.ts'
import { listRefusals, listReleasesForReview } from '#app/domain/releases/queries.server.ts'
import { openDocument } from '#app/domain/documents/open-document.server.ts'
import { listReleasePhotos } from '#app/domain/documents/release-photos.server.ts'
import { isId } from '#app/platform/id.ts'
import { unreachable } from '#app/platform/result.ts'
import {
  AnyForm,
  answerDecision,
  answerOf,
  type Decided,
  type Mistakes,
  mistakesOf,
  refusedWith,
} from '#app/web/admin/review-queue/answer-decision.server.ts'
import { pageOf } from '#app/web/admin/review-queue/queue.ts'
import { personContext } from '#app/web/context.server.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { contentPage } from './post-page.ts'
import { PostView } from './post-view.tsx'
import { CONTENT_DECISIONS, CONTENT_REFUSALS, type ContentDecision } from './texts.ts'
import type { Route } from './+types/post'

// A removal refunds the buyers; without its flag a creator posts without review again.
export const handle = staffForm('Post', 'content.review', { decisions: ['removal', 'flag-removal'] })

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  // The page shows the text; the files have to be opened.
  await showText(actor, params.postId)
  const [post, releases, refusals, photos] = await Promise.all([
    findContentForReview(actor, params.postId),
    listReleasesForReview(params.postId),
    isId(params.postId) ? listRefusals(params.postId) : [],
    isId(params.postId) ? photosOf(actor, params.postId) : [],
  ])
  return {
    page: contentPage(
      actor,
      orNotFound(post),
      { releases, refusals, photos },
      { url, mediaLink: mediaLinksFor(actor) },
    ),
  }
}

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  const { postId } = args.params
  return answerDecision(args, CONTENT_DECISIONS, AnyForm, async (decision, typed) => {
    if (decision !== 'view') return decide(actor, postId, decision, typed)
    const opened = await openPostForReview(actor, postId)
    return opened.ok
      ? redirect(pageOf(args.url, CONTENT_DECISIONS), 303)
      : refusedWith(opened.refusal, CONTENT_REFUSALS)
  })
}

async function decide(
  actor: Person,
  postId: string,
  decision: Exclude<ContentDecision, 'view'>,
  typed: Record<string, string>,
): Promise<Decided | FormRefused | Mistakes> {
  switch (decision) {
    case 'approval': {
      const approved = await approveWaitingPost(actor, postId)
      if (approved.ok) return APPROVED_AS[approved.value.state] ?? APPROVED
      const { refusal } = approved
      return refusal.kind === 'not_opened'
        ? { status: 409, description: unopenedText(refusal.items) }
        : refusedWith(refusal, CONTENT_REFUSALS)
    }
    case 'rejection': {
      const form = checkFields(RejectPostForm, typed)
      if (!form.success) return mistakesOf(form.error, ['message'])
      const { message, block } = form.data
      return answerOf(
        await rejectWaitingPost(actor, postId, { message, block: block === 'yes' }),
        block ? REJECTED_BLOCKED : REJECTED,
        CONTENT_REFUSALS,
      )
    }
    case 'removal': {
      const form = checkFields(RemovePostForm, typed)
      if (!form.success) return mistakesOf(form.error, ['message'])
      return answerOf(await takeDownPost(actor, postId, form.data.message), REMOVED, CONTENT_REFUSALS)
    }
    case 'block': {
      const form = checkFields(BlockMediumForm, typed)
      if (!form.success) return mistakesOf(form.error, ['reason', 'medium'])
      const { medium: mediaId, reason } = form.data
      return answerOf(await blockMedium(actor, { postId, mediaId, reason }), BLOCKED_ONE, CONTENT_REFUSALS)
    }
    case 'identity':
      return openIdentity(actor, postId, typed)
    case 'flag':
    case 'flag-removal':
      return changeFlag(actor, postId, decision, typed)
    default:
      return unreachable(decision)
  }
}

/** Opens the identity photo of somebody who signed for this post by a link. */
async function openIdentity(
  actor: Person,
  postId: string,
  typed: Record<string, string>,
): Promise<Decided | FormRefused | Mistakes> {
  const photos = await photosOf(actor, orNotFound(await findContentForReview(actor, postId)).id)
  const { documentId } = orNotFound(photos.find((photo) => photo.documentId === typed.photo))
  const opened = await openDocument(actor, documentId, typed.reason ?? '')
  if (opened.ok) return OPENED
  if (opened.refusal.kind === 'reason_missing')
    return { status: 400, field: 'reason', description: 'Write in a few words why you need to see it' }
  if (opened.refusal.kind === 'not_there') return notFound()
  return refusedWith({ kind: opened.refusal.kind }, CONTENT_REFUSALS)
}

async function photosOf(actor: Person, postId: string) {
  const releases = await listReleasesForReview(postId)
  return listReleasePhotos(
    actor,
    releases.map(({ id }) => id),
  )
}

async function changeFlag(
  actor: Person,
  postId: string,
  decision: 'flag' | 'flag-removal',
  typed: Record<string, string>,
): Promise<Decided | FormRefused | Mistakes> {
  const { creatorId } = orNotFound(await findContentForReview(actor, postId))
  if (decision === 'flag-removal') return answerOf(await clearCreatorFlag(actor, creatorId), CLEARED, CONTENT_REFUSALS)
  const form = checkFields(ReasonForm, typed)
  if (!form.success) return mistakesOf(form.error, ['reason'])
  return answerOf(await flagCreator(actor, creatorId, form.data.reason), FLAGGED, CONTENT_REFUSALS)
}

const APPROVED = { title: 'Approved', description: 'Fans see it now, or at its time. The creator is told.' }
const APPROVED_WAITING = { title: 'Approved', description: 'It still waits for a release, then it goes on by itself.' }
const APPROVED_AS: Readonly<Record<string, Decided>> = {
  in_review: APPROVED_WAITING,
  removed: {
    title: 'Not published',
    description: 'A file of it was blocked meanwhile. The creator is told.',
    tone: 'error',
  },
  draft: {
    title: 'Not published',
    description: 'A file could not be prepared. It is a draft of its creator again.',
    tone: 'error',
  },
}
const REJECTED = { title: 'Rejected', description: 'Fans never see it. The creator is told why.' }
const REJECTED_BLOCKED = { title: 'Rejected', description: 'The creator is told why. Its files are blocked.' }
const REMOVED = { title: 'Removed', description: 'Its buyers are refunded, and its files are blocked.' }
const BLOCKED_ONE = { title: 'Blocked', description: 'This file can’t be posted again.' }
const OPENED = { title: 'Opened', description: 'The photo is shown for two minutes.' }
const FLAGGED = { title: 'Flagged', description: 'All new posts of this creator wait for a person.' }
const CLEARED = { title: 'Flag removed', description: 'New posts of this creator wait no longer.' }

export default function ContentPost({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return <PostView page={page} answer={actionData} />
}
