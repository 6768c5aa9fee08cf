import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { cancelHold } from '#app/domain/wallet/end-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { newsOf } from './internal/news-of.server.ts'
import { isCreatorVisible, lockRequest, setState, stateNow } from './internal/request-row.server.ts'
import { isOpen, type RequestState, unansweredState } from './request.ts'

const AT_ONCE = 200

type Due = { id: string; creator_id: string }

/**
 * Scheduled task: ends requests without an answer or a delivery in time, those of hidden creators, and those whose hold has ended otherwise
 * (a bank reversed the top-up that paid for it). The whole sum is the fan's again. Returns how many ended.
 */
export async function endDueRequests(): Promise<number> {
  const { rows } = await sql<Due>`
    select r.id, r.creator_id from custom_requests r join wallet_holds h on h.id = r.hold_id
    where r.state in ('asked', 'price_changed', 'accepted')
      and (h.state <> 'held' or r.deliver_by <= app_now() or (r.state <> 'accepted' and r.answer_by <= app_now())
        or not exists (select from visible_creators v where v.profile_id = r.creator_id))
    order by r.id limit ${AT_ONCE}`.execute(db)
  return forEachIsolated(rows, 'end due requests', endOne)
}

function endOne(due: Due): Promise<boolean> {
  return inTransaction(async (tx) => {
    const row = await lockRequest(tx, due.id, 'creator_id', due.creator_id)
    if (!row || !isOpen(row.state)) return false
    const over = !isOpen(await stateNow(tx, row))
    if (!over && (await isCreatorVisible(row.creator_id, tx))) return false
    const unanswered = row.state === 'accepted' ? 'not_delivered' : 'expired'
    const cancelled = await cancelHold(tx, row.hold_id, over ? unanswered : 'creator_hidden')
    const reason = cancelled.ok ? (over ? unanswered : 'creator_hidden') : await endReasonOf(tx, row.hold_id)
    await setState(tx, row.id, unansweredState(row.state), { closed_at: now() })
    await publish(tx, {
      actorId: null,
      event: 'request_lapsed',
      objectId: row.id,
      detail: { reason, state: row.state },
      payload: {
        ...(await newsOf(tx, row, { priceMinor: row.price_minor })),
        because: becauseOf(row.state, reason),
      },
    })
    return true
  })
}

/** Why a hold had ended before: a bank reversed its top-up, or the task of the wallet was faster. */
async function endReasonOf(tx: Tx, holdId: string): Promise<string | null> {
  const hold = await tx.selectFrom('wallet_holds').select('end_reason').where('id', '=', holdId).executeTakeFirst()
  return hold?.end_reason ?? null
}

function becauseOf(state: RequestState, reason: string | null) {
  if (reason === 'payment_charged_back') return 'payment_reversed'
  if (reason === 'creator_hidden') return 'creator_away'
  if (state === 'accepted') return 'not_delivered'
  return state === 'asked' ? 'no_answer' : 'not_confirmed'
}
