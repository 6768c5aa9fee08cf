import type { Insertable, Selectable } from 'kysely'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { Refunds } from '../../../db/types.ts'

export type RefundRow = Selectable<Refunds>

/** Stores a refund that somebody has asked for. */
export function insertRefund(tx: Tx, refund: Omit<Insertable<Refunds>, 'id' | 'state'>): Promise<RefundRow> {
  return tx
    .insertInto('refunds')
    .values({ ...refund, id: newId(), state: 'asked' })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Who decided about a refund, when, and their note. */
type Decided = Pick<RefundRow, 'decided_by' | 'decided_at' | 'decision_note'>

const UNDECIDED = { state: 'asked', ended_at: null, decided_by: null, decided_at: null, decision_note: '' } as const

const changing = (tx: Tx, refundId: string) => tx.updateTable('refunds').where('id', '=', refundId)

/** Ends a locked refund without money: by a person's decision, because a chargeback replaces it, or because nothing is left to refund. */
export async function endRefundUnpaid(
  tx: Tx,
  refundId: string,
  because: Decided | { chargeback_id: string | null } | null,
): Promise<void> {
  await changing(tx, refundId)
    .set({ ...because, state: 'declined', ended_at: now(), next_check_at: null })
    .execute()
}

/** A person grants a locked refund on these terms. */
export async function agreeToRefund(
  tx: Tx,
  refundId: string,
  agreement: Decided & Pick<RefundRow, 'amount_minor' | 'ends' | 'destination'>,
): Promise<void> {
  await changing(tx, refundId)
    .set({ ...agreement, state: 'agreed' })
    .execute()
}

export async function secondAgreedRefund(tx: Tx, refundId: string, staffId: string): Promise<void> {
  await changing(tx, refundId).set({ seconded_by: staffId, seconded_at: now() }).execute()
}

/** The second person disagrees: a locked refund waits for a new decision. */
export async function sendBackRefund(tx: Tx, refundId: string): Promise<void> {
  await changing(tx, refundId).set(UNDECIDED).execute()
}

/** A chargeback of the top-up that paid grants a locked refund: this amount, and the right ends. */
export async function grantRefundForChargeback(
  tx: Tx,
  refundId: string,
  { amountMinor, chargebackId }: { amountMinor: bigint; chargebackId: string },
): Promise<void> {
  await changing(tx, refundId).set({ amount_minor: amountMinor, ends: true, chargeback_id: chargebackId }).execute()
}

/** A locked refund is decided, or its last try has failed: it is due at the gateway, or about to be paid into a balance. */
export async function makeRefundDue(tx: Tx, refund: Pick<RefundRow, 'id' | 'destination'>): Promise<void> {
  await changing(tx, refund.id)
    .set({
      state: 'requested',
      failure: null,
      ended_at: null,
      gateway_refund_id: null,
      sent_at: null,
      next_check_at: refund.destination === 'source' ? now() : null,
    })
    .execute()
}

/** A chargeback that had replaced refunds is won: undecided requests wait for a decision again, and decided refunds are due again. */
export async function reviveReplacedRefunds(tx: Tx, chargebackId: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set(UNDECIDED)
    .where('chargeback_id', '=', chargebackId)
    .where('state', '=', 'declined')
    .where('reason', '=', 'unmatched')
    .where((where) =>
      where.exists(
        where
          .selectFrom('gateway_charges as c')
          .select('c.provider_id')
          .whereRef('c.gateway', '=', 'refunds.gateway')
          .whereRef('c.provider_id', '=', 'refunds.provider_id')
          .where('c.outcome', '=', 'review'),
      ),
    )
    .execute()
  await tx
    .updateTable('refunds')
    .set({ state: 'requested', ended_at: null, next_check_at: now() })
    .where('chargeback_id', '=', chargebackId)
    .where('state', '=', 'declined')
    .execute()
}
