import { type Selectable, sql } from 'kysely'
import type { Money } from '#app/domain/money/money.ts'
import { now } from '#app/platform/clock.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { CustomRequests } from '../../../../db/types.ts'
import { isOpen, requestStatus, type RequestState } from '../request.ts'

export type RequestRow = Selectable<CustomRequests>

export type LockRefusal =
  /** There is no such request, or it is another person's. */
  | { kind: 'request_missing' }
  /** It is over, or its time is. */
  | { kind: 'request_ended'; state: RequestState }

/**
 * A request of this person, locked. Every command locks the request first, then its hold, then balances, so that two commands on one
 * request run one after the other.
 */
export async function lockRequest(
  tx: Tx,
  requestId: string,
  whose: 'fan_id' | 'creator_id',
  personId: string,
): Promise<RequestRow | undefined> {
  if (!isId(requestId)) return undefined
  return tx
    .selectFrom('custom_requests')
    .selectAll()
    .where('id', '=', requestId)
    .where(whose, '=', personId)
    .forUpdate()
    .executeTakeFirst()
}

/** The same, refused once the request is over or its time is. */
export async function lockOpenRequest(
  tx: Tx,
  requestId: string,
  whose: 'fan_id' | 'creator_id',
  personId: string,
): Promise<Result<RequestRow, LockRefusal>> {
  const row = await lockRequest(tx, requestId, whose, personId)
  if (!row) return refuse({ kind: 'request_missing' })
  const state = await stateNow(tx, row)
  return isOpen(state) ? ok(row) : refuse({ kind: 'request_ended', state })
}

/** The state of a locked request now, by its times and its hold. */
export async function stateNow(tx: Tx, row: RequestRow): Promise<RequestState> {
  const hold = await tx
    .selectFrom('wallet_holds')
    .select('state')
    .where('id', '=', row.hold_id)
    .executeTakeFirstOrThrow()
  const { state, answer_by: answerBy, deliver_by: deliverBy } = row
  return requestStatus({ state, holdState: hold.state, answerBy, deliverBy, at: now() })
}

/** Records a state of a locked request. */
export async function setState(
  tx: Tx,
  requestId: string,
  state: RequestState,
  more: { accepted_at?: Date; closed_at?: Date } = {},
): Promise<void> {
  await tx
    .updateTable('custom_requests')
    .set({ state, changed_price_minor: null, ...more })
    .where('id', '=', requestId)
    .execute()
}

/** Whether a locked request is delivered by itself once its files are ready. */
export async function setWaiting(tx: Tx, requestId: string, waiting: boolean): Promise<void> {
  await tx
    .updateTable('custom_requests')
    .set({ deliver_when_ready: waiting })
    .where('id', '=', requestId)
    .where('deliver_when_ready', '!=', waiting)
    .execute()
}

export function priceOf(row: Pick<RequestRow, 'price_minor'>): Money {
  return { amountMinor: row.price_minor, currency: 'UGX' }
}

/** Whether a creator is publicly visible now. */
export async function isCreatorVisible(creatorId: string, connection: Db | Tx = db): Promise<boolean> {
  const { rows } = await sql<{ visible: boolean }>`
    select exists (select from visible_creators v where v.profile_id = ${creatorId}) as visible`.execute(connection)
  return rows[0]!.visible
}
