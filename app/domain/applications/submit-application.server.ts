import { publish } from '#app/domain/events/publish.server.ts'
import { recordConsent } from '#app/domain/consents/record-consent.server.ts'
import { beginVerification } from '#app/domain/creators/verification.server.ts'
import { openCreatorPage } from '#app/domain/creators/open-creator-page.server.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#app/domain/documents/document.ts'
import { submitDocuments } from '#app/domain/documents/submit-documents.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import { becomeCreator } from '#app/domain/identity/become-creator.server.ts'
import type { DateParts } from '#app/domain/identity/profile-rules.ts'
import { nameShownPeople } from '#app/domain/releases/name-person.server.ts'
import { submitPost, withdrawPost } from '#app/domain/posts/submit-post.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type AddressDateProblem, type LegalNameProblem, readAddressDate, readLegalName } from './application.ts'
import type { ApplicationRow } from './internal/application-row.server.ts'
import { type ChangeRefusal, lockForStep } from './internal/change-application.server.ts'
import { submitToReview } from './move-application.server.ts'
import { PAGE_STEPS, requiredDocuments } from './steps.ts'

export type SubmitProblems = {
  documents?: DocumentKind[]
  dated?: AddressDateProblem
  name?: LegalNameProblem
  post?: 'failed'
  profile?: 'incomplete'
}
export type SubmitRefusal =
  | Exclude<ChangeRefusal, { kind: 'changed_elsewhere' }>
  | { kind: 'invalid'; problems: SubmitProblems }

/**
 * Submits an application to the reviewers with everything that belongs to it in one transaction: the creator's page with its prices, the
 * first post, the documents and the consents. After requested changes only the corrected parts are new. `sessionToken` is the person's
 * new session if they weren't a creator before.
 */
export function submitApplication(
  actor: Actor,
  typed: { dated: DateParts; legalName: string },
  device: { network: string; userAgent: string },
): Promise<Result<{ sessionToken: string | null }, SubmitRefusal>> {
  return inTransaction(async (tx) => {
    const locked = await lockForStep(tx, actor, 'verification')
    if (!locked.ok)
      return locked.refusal.kind === 'changed_elsewhere' ? refuse({ kind: 'not_yet' }) : refuse(locked.refusal)
    const { person, application } = locked.value
    const required = requiredDocuments(application, DOCUMENT_KINDS)
    const dated = required.includes('proof_of_address') ? readAddressDate(typed.dated, now()) : null
    const name = required.includes('identity_document') ? readLegalName(typed.legalName) : null
    const problems = await findProblems(tx, person, application)
    if (dated?.problem) problems.dated = dated.problem
    if (name?.problem) problems.name = name.problem
    if (Object.keys(problems).length > 0) return refuse({ kind: 'invalid', problems })

    await openPage(tx, application)
    const firstPostId = await sendFirstPost(tx, application)
    await submitDocuments(tx, application.id)
    await tx
      .updateTable('creator_applications')
      .set({
        first_post_id: firstPostId,
        ...(dated?.value ? { address_proof_dated: dated.value } : {}),
        ...(name?.value ? { legal_name: name.value } : {}),
      })
      .where('id', '=', application.id)
      .execute()
    const sent = await submitToReview(tx, application.id)
    invariant(sent, 'a locked application that may be changed can be sent')
    await beginVerification(tx, person.id)
    await tx.deleteFrom('application_drafts').where('application_id', '=', application.id).execute()
    await recordConsent(tx, person.id, ['acceptable-use', 'creator-verification'], 'creator_application')
    await publish(tx, {
      actorId: person.id,
      event: 'application_sent',
      objectId: application.id,
      detail: { again: application.state === 'changes_requested' },
    })
    return ok({ sessionToken: await becomeCreator(tx, person, device) })
  })
}

/** What is still missing, checked at this moment: the page may have been loaded before a change. */
async function findProblems(tx: Tx, person: Person, application: ApplicationRow): Promise<SubmitProblems> {
  const problems: SubmitProblems = {}
  const profile = await tx
    .selectFrom('profiles')
    .select(['profile_completed', 'username', 'birthday', 'whatsapp_number', 'city'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const complete = profile.profile_completed && profile.username && profile.whatsapp_number && profile.city
  if (!complete || !profile.birthday || !isOldEnough(profile.birthday, now())) problems.profile = 'incomplete'
  const there = await tx
    .selectFrom('sealed_documents')
    .select('kind')
    .where('application_id', '=', application.id)
    .where('replaced_at', 'is', null)
    .where('submitted_at', 'is', null)
    .where('destroyed_at', 'is', null)
    .execute()
  const missing = requiredDocuments(application, DOCUMENT_KINDS).filter(
    (kind) => !there.some((one) => one.kind === kind),
  )
  if (missing.length > 0) problems.documents = missing
  const mediaId = application.firstPost?.mediaId
  if (mediaId && redoes(application, 'first_post')) {
    const file = await tx.selectFrom('media').select('state').where('id', '=', mediaId).executeTakeFirstOrThrow()
    if (file.state === 'failed') problems.post = 'failed'
  }
  return problems
}

function redoes(application: ApplicationRow, step: (typeof PAGE_STEPS)[number]): boolean {
  return application.state === 'draft' || application.redo.includes(step)
}

/** The creator's row with the values from the wizard; only what was filled in this time is written. */
async function openPage(tx: Tx, application: ApplicationRow): Promise<void> {
  await openCreatorPage(tx, application.profileId, {
    ...(redoes(application, 'profile') && { tags: application.tags }),
    ...(redoes(application, 'prices') && {
      subscription_price_minor: application.subscriptionPriceMinor!,
      daily_goal_minor: application.dailyGoalMinor!,
      pay_to_unlock: application.payToUnlock!,
    }),
  })
}

/** The first post waits for the same reviewer as the application; a corrected one replaces the older one. */
async function sendFirstPost(tx: Tx, application: ApplicationRow): Promise<string | null> {
  const { firstPost } = application
  if (!redoes(application, 'first_post') || !firstPost?.mediaId) return repriced(tx, application)
  if (application.firstPostId) await withdrawPost(tx, application.profileId, application.firstPostId)
  return post(tx, application, firstPost.mediaId)
}

/** Corrected prices may have switched pay-to-unlock: the waiting post follows. */
async function repriced(tx: Tx, application: ApplicationRow): Promise<string | null> {
  const { firstPost, firstPostId } = application
  const priced = firstPost?.mediaId && firstPost.priceMinor !== null
  if (!redoes(application, 'prices') || !priced || !firstPostId) return firstPostId
  const waiting = await tx
    .selectFrom('posts')
    .select(['state', 'price_minor'])
    .where('id', '=', firstPostId)
    .executeTakeFirst()
  if (waiting?.state !== 'in_review' || (waiting.price_minor !== null) === application.payToUnlock) return firstPostId
  await withdrawPost(tx, application.profileId, firstPostId)
  return post(tx, application, firstPost.mediaId!)
}

async function post(tx: Tx, application: ApplicationRow, mediaId: string): Promise<string> {
  const { kind, priceMinor, shown, people } = application.firstPost!
  const sent = await submitPost(tx, {
    creatorId: application.profileId,
    kind,
    caption: '',
    audience:
      priceMinor !== null && application.payToUnlock ? { kind: 'pay_to_unlock', priceMinor } : { kind: 'subscribers' },
    mediaIds: [mediaId],
    expiresAt: null,
    shown,
  })
  invariant(sent.ok, 'a post may have a price only where pay-to-unlock is on')
  await nameShownPeople(tx, { creatorId: application.profileId, postId: sent.value, names: people })
  return sent.value
}
