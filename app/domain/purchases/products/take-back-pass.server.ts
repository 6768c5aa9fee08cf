import { type EndedTerm, endPass, restorePass as restoreTerm } from '#app/domain/subscriptions/end-pass.server.ts'
import type { Line } from '#app/domain/ledger/chart.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { platformBears } from '../entries.ts'
import type { PurchaseRow, TakeBack, TakenBack } from './product.ts'
import { exchangedBack } from './take-back.ts'

/** The pass ends. What of its price is still owed as service goes back; what creators have earned of it stays theirs and is our loss. */
export async function takeBackPass(tx: Tx, back: TakeBack): Promise<TakenBack> {
  const ended: EndedTerm = back.ends ? await endPass(tx, back.purchase.id) : { deferredMinor: 0n, earnedMinor: 0n }
  return { lines: linesOf(back, ended), shortMinor: 0n }
}

function linesOf(back: TakeBack, ended: EndedTerm): Line[] {
  const owed = ['deferred_pass_revenue', 'platform_revenue'] as const
  // Not exchanged yet: all of it still stands in dollars.
  if (ended === null) return platformBears(back.purchase, back.amountMinor, back.purchase.amount_minor, ...owed)
  if (back.purchase.currency === 'UGX')
    return platformBears(back.purchase, back.amountMinor, ended.deferredMinor - ended.earnedMinor, ...owed)
  const { lines, dollarsMinor } = exchangedBack(back.purchase.amount_minor, ended)
  return [...lines, ...platformBears(back.purchase, back.amountMinor - dollarsMinor, 0n, ...owed)]
}

export async function restorePass(tx: Tx, purchase: PurchaseRow): Promise<void> {
  await restoreTerm(tx, purchase.id)
}
