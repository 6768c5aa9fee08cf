import { credit, type Line } from '#app/domain/ledger/chart.ts'
import { listEntryLines } from '#app/domain/ledger/entry-lines.server.ts'
import { kindsWith } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { isCreators } from '../chargeback.ts'

/** `lines`: what creators' reversed parts and our losses covered, and our revenue, which would have borne both without the chargeback. */
export type BorneForTopUp = { refundId: string; purchase: PurchaseRow; lines: Line[] }

/**
 * What the chargeback of a top-up took for the passes and weeks that it reversed, apart from the money itself. Other sales are not
 * included: they stay reversed, and the creator's part of them too.
 */
export async function borneForTopUp(tx: Tx, chargebackId: string): Promise<BorneForTopUp[]> {
  const reversed = await tx
    .selectFrom('purchases')
    .innerJoin('refunds', 'refunds.purchase_id', 'purchases.id')
    .selectAll('purchases')
    .select('refunds.id as refund_id')
    .where('refunds.chargeback_id', '=', chargebackId)
    .where('refunds.reason', '<>', 'unmatched')
    .where('refunds.state', '<>', 'declined')
    .where('purchases.kind', 'in', kindsWith('lostInChargeback'))
    .orderBy('refunds.id')
    .execute()
  const found: BorneForTopUp[] = []
  for (const { refund_id: refundId, ...purchase } of reversed) {
    const entry = await listEntryLines({ causeKind: 'refund', causeId: refundId, kind: 'refund_decided' }, tx)
    const borne = entry.filter(({ account }) => isCreators(account) || account.purpose === 'chargeback_losses')
    const borneMinor = borne.reduce((sum, line) => sum + line.amountMinor, 0n)
    if (borneMinor === 0n) continue
    const revenue = { purpose: 'platform_revenue', ownerId: null, currency: borne[0]!.account.currency } as const
    found.push({ refundId, purchase, lines: [...borne, credit(revenue, borneMinor)] })
  }
  return found
}
