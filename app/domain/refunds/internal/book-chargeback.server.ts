import { publish } from '#app/domain/events/publish.server.ts'
import { sql } from 'kysely'
import { endRefundUnpaid } from '#app/domain/payments/refund-rows.server.ts'
import { debit, type Line, platform } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { chargebackReceived } from '../chargeback.ts'
import { bearChargeback } from './bear-chargeback.server.ts'
import type { ChargebackRow, ChargedBack } from './chargeback-row.ts'
import { refundFactsOf } from './refund-facts.server.ts'
import { namesOfSpendings } from './wallet-spendings.server.ts'
import { notifyCreator } from './notify-creator.server.ts'
import { disputeNewsOf } from './dispute-news.server.ts'
import { reverseWalletSpending } from './reverse-wallet-spending.server.ts'

/**
 * Posts what a bank has reversed: first it replaces refunds of the same charge that were not sent; then the grant of the purchase ends (for
 * a top-up: what the wallet spent since); the rest is our loss. The purchase is locked.
 */
export async function bookChargeback(
  tx: Tx,
  row: ChargebackRow,
  charge: ChargedBack,
  purchase: PurchaseRow,
): Promise<void> {
  const currency = row.currency!
  const amountMinor = row.amount_minor!
  const { restMinor } = await refundFactsOf(tx, purchase)
  const replaced = await replaceRefunds(tx, row, charge)
  const lines: Line[] = replaced > 0n ? [debit(platform('refunds_payable', currency), replaced)] : []
  const leftMinor = amountMinor - replaced
  const ends = charge.outcome === 'settled' && restMinor > 0n && leftMinor > 0n
  if (ends && purchase.buyer_id) {
    const reversedMinor = leftMinor < restMinor ? leftMinor : restMinor
    const spent = labelsOf(purchase.kind).fillsWallet
      ? await reverseWalletSpending(tx, row.id, purchase, reversedMinor)
      : { lines: [], coveredMinor: 0n }
    const cause = { causeKind: 'chargeback', causeId: row.id } as const
    const taken = await productOf(purchase.kind).reverse(tx, {
      purchase,
      buyerId: purchase.buyer_id,
      amountMinor: reversedMinor - spent.coveredMinor,
      restMinor,
      ends: true,
      ...cause,
      at: now(),
    })
    const borne = await bearChargeback(tx, { chargebackId: row.id, payment: purchase, ...cause }, purchase, taken.lines)
    lines.push(...borne, ...spent.lines)
    await notifyCreator(tx, purchase, borne, 'sale_charged_back')
    await notifyCreator(tx, purchase, spent.lines, 'sale_charged_back', await namesOfSpendings(tx, row.id))
  }
  await publish(tx, {
    actorId: null,
    event: 'payment_charged_back',
    objectId: row.id,
    payload: {
      ...disputeNewsOf(row, purchase),
      ended: ends && purchase.buyer_id ? purchase.kind : replaced > 0n ? 'refund' : 'nothing',
    },
  })
  const { entryId } = await postEntry(tx, chargebackReceived({ id: row.id, amountMinor, currency, at: now() }, lines))
  const puzzling = await whyTooMuch(tx, charge, amountMinor)
  await tx
    .updateTable('chargebacks')
    .set({ entry_id: entryId, ...(puzzling ? { puzzling } : {}) })
    .where('id', '=', row.id)
    .execute()
}

/** More leaves than was paid: we can't stop a bank, but staff must check it. The audit accepts no other excuse. */
async function whyTooMuch(tx: Tx, charge: ChargedBack, amountMinor: bigint): Promise<string | null> {
  const { rows } = await sql<{ back: bigint }>`
    select (coalesce((select sum(r.amount_minor) from refunds r where r.gateway = ${charge.gateway} and r.provider_id = ${charge.provider_id}
        and r.state not in ('asked', 'agreed', 'declined')), 0)
      + coalesce((select sum(b.amount_minor) from chargebacks b where b.gateway = ${charge.gateway} and b.provider_id = ${charge.provider_id}
        and b.entry_id is not null and b.won_entry_id is null), 0))::bigint as back`.execute(tx)
  const { back } = rows[0]!
  if (back + amountMinor <= (charge.amount_minor ?? 0n)) return null
  return back > 0n ? 'some of it had been refunded before' : 'it reverses more than was paid'
}

/**
 * Refunds of the charge that are not at the gateway yet would pay twice: open requests end, and decided refunds are replaced, as far as the
 * bank's sum covers them. Returns how much of it was in refunds_payable.
 */
async function replaceRefunds(tx: Tx, row: ChargebackRow, charge: ChargedBack): Promise<bigint> {
  const waiting = await tx
    .selectFrom('refunds')
    .select(['id', 'amount_minor', 'state', 'reason'])
    .where('gateway', '=', charge.gateway)
    .where('provider_id', '=', charge.provider_id)
    .where('state', 'in', ['asked', 'agreed', 'requested', 'failed'])
    .orderBy('id')
    .forUpdate()
    .execute()
  let replaced = 0n
  for (const { id, amount_minor: amountMinor, state, reason } of waiting) {
    // Money that did not match is owed to the payer before anybody decides about it.
    const decided = state === 'requested' || state === 'failed' || reason === 'unmatched'
    if (decided && replaced + amountMinor > row.amount_minor!) continue
    if (decided) replaced += amountMinor
    await endRefundUnpaid(tx, id, { chargeback_id: decided ? row.id : null })
  }
  return replaced
}
