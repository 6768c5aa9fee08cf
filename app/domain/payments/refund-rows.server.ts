import type { Insertable, Selectable, Updateable } from 'kysely'
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

/** Records what was decided about a locked refund. */
export async function changeRefund(
  tx: Tx,
  refundId: string,
  changes: Omit<Updateable<Refunds>, 'id' | 'purchase_id'>,
): Promise<void> {
  await tx.updateTable('refunds').set(changes).where('id', '=', refundId).execute()
}

/** A chargeback that had replaced refunds is won: undecided requests wait for a decision again, and decided refunds are due again. */
export async function reviveReplacedRefunds(tx: Tx, chargebackId: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'asked', ended_at: null, decided_by: null, decided_at: null, decision_note: '' })
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
