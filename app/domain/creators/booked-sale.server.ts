import { sumOfCauses } from '#app/domain/ledger/queries.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { BookedSale } from './fee-entries.ts'

/**
 * What of a paid week is booked as our sale by now. Locks the week: otherwise a refund and the scheduled task that earns it would not see
 * each other's tax.
 */
export async function bookedSaleOf(tx: Tx, purchaseId: string): Promise<BookedSale> {
  const week = await tx
    .selectFrom('creator_fee_weeks')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst()
  const [refunds, chargebacks] = [
    await tx.selectFrom('refunds').select('id').where('purchase_id', '=', purchaseId).execute(),
    await tx.selectFrom('chargebacks').select('id').where('purchase_id', '=', purchaseId).execute(),
  ]
  const causes = [
    ...(week ? [{ causeKind: 'creator_fee_week', causeId: week.id }] : []),
    ...refunds.map(({ id }) => ({ causeKind: 'refund', causeId: id })),
    ...chargebacks.map(({ id }) => ({ causeKind: 'chargeback', causeId: id })),
  ]
  const [revenue, tax] = await sumOfCauses(tx, causes, ['creator_fee_revenue', 'taxes_payable'])
  return { soldMinor: -(revenue! + tax!), taxMinor: -tax! }
}
