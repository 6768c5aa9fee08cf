import { NO_BLOCK } from '#app/domain/contacts/policy.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { FileKind } from '#app/domain/media/failed-files.ts'
import type { EndRefusal } from '#app/domain/wallet/end-hold.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { newsOf } from './internal/news-of.server.ts'
import {
  isCreatorVisible,
  lockOpenRequest,
  type LockRefusal,
  type RequestRow,
  setWaiting,
} from './internal/request-row.server.ts'
import { sellRequest } from './internal/sell.server.ts'
import { findStopped, fingerprintToCompare } from '#app/domain/blocklist/compare-media.server.ts'
import { type AnswerDenial, canAnswer } from './policy.ts'
import type { RequestKind } from './request.ts'

export type DeliverRefusal =
  | LockRefusal
  | { kind: 'not_permitted'; reason: AnswerDenial }
  | { kind: 'not_accepted' }
  /** Nothing of the kind that was asked for is added. */
  | { kind: 'media_missing'; medium: RequestKind }
  | { kind: 'media_failed'; medium: FileKind }
  /** What waited for its files was taken back meanwhile. */
  | { kind: 'taken_back' }
  /** Staff have removed a file with these bytes or a photo that it looks like, or somebody who is shown in it did not agree. */
  | { kind: 'media_blocked' }
  | EndRefusal

/**
 * A creator delivers what they have added to an accepted request: from now on its fan sees it, for good, and the held money is shared. Sent
 * twice, it is delivered once. `waiting`: a file is still being prepared; it is delivered by itself once all are ready (`deliverWaiting`).
 * `waited`: the scheduled task delivers what has waited, unless it was taken back meanwhile.
 */
export async function deliverRequest(
  creator: Person,
  requestId: string,
  { waited = false } = {},
): Promise<Result<{ waiting: boolean }, DeliverRefusal>> {
  await fingerprintToCompare(await mediaOf(creator, requestId))
  return inTransaction<Result<{ waiting: boolean }, DeliverRefusal>>(async (tx) => {
    const locked = await lockOpenRequest(tx, requestId, 'creator_id', creator.id)
    if (!locked.ok)
      return locked.refusal.kind === 'request_ended' && locked.refusal.state === 'delivered'
        ? ok({ waiting: false })
        : locked
    const row = locked.value
    if (row.state !== 'accepted') return refuse({ kind: 'not_accepted' })
    if (waited && !row.deliver_when_ready) return refuse({ kind: 'taken_back' })
    const verdict = canAnswer(creator, { visible: await isCreatorVisible(creator.id, tx), contact: NO_BLOCK })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const problem = await mediaProblem(tx, row)
    if (problem?.kind === 'media_not_ready') {
      await setWaiting(tx, requestId, true)
      return ok({ waiting: true })
    }
    if (problem) return refuse(problem)
    const sold = await sellRequest(tx, row)
    if (!sold.ok) return sold
    await publish(tx, {
      actorId: creator.id,
      event: 'request_delivered',
      objectId: requestId,
      payload: await newsOf(tx, row, { priceMinor: row.price_minor }),
    })
    await setWaiting(tx, requestId, false)
    return ok({ waiting: false })
  })
}

/** Of a request to this creator: nobody else's request costs work. */
async function mediaOf(creator: Person, requestId: string): Promise<string[]> {
  if (!isId(requestId)) return []
  const media = await db
    .selectFrom('custom_request_media as m')
    .innerJoin('custom_requests as r', 'r.id', 'm.request_id')
    .select('m.media_id')
    .where('m.request_id', '=', requestId)
    .where('r.creator_id', '=', creator.id)
    .execute()
  return media.map((row) => row.media_id)
}

async function mediaProblem(tx: Tx, row: RequestRow): Promise<DeliverRefusal | { kind: 'media_not_ready' } | null> {
  const medium = row.kind
  invariant(medium !== 'call', 'a request for a call is not open')
  const media = await tx
    .selectFrom('custom_request_media as r')
    .innerJoin('media as m', 'm.id', 'r.media_id')
    .select(['m.id', 'm.kind', 'm.state'])
    .where('r.request_id', '=', row.id)
    .execute()
  if (!media.some((one) => one.kind === medium)) return { kind: 'media_missing', medium }
  const failed = media.find((one) => one.state === 'failed')
  if (failed) return { kind: 'media_failed', medium: failed.kind }
  if (!media.every((one) => one.state === 'ready')) return { kind: 'media_not_ready' }
  const blocked = await findStopped(
    tx,
    media.map((one) => one.id),
  )
  return blocked.length > 0 ? { kind: 'media_blocked' } : null
}
