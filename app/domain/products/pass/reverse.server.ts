import { endPass, recordReversal } from '#app/domain/subscriptions/end-pass.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { platformBears, passReversal } from './reversal.ts'
import type { Reversal, ReversedLines } from '../product.ts'

/** The pass ends. Its unearned part is refunded first; what creators have earned of it stays theirs and is our loss. */
export async function reversePass(tx: Tx, back: Reversal): Promise<ReversedLines> {
  const { purchase, amountMinor } = back
  // A partial refund that keeps the pass comes out of our revenue.
  if (!back.ends) return { lines: platformBears(purchase, amountMinor, 0n, ...OWED_AND_EARNED), shortMinor: 0n }
  const ended = await endPass(tx, purchase.id)
  // Not exchanged yet: all of it is still in dollars.
  if (ended === null)
    return { lines: platformBears(purchase, amountMinor, purchase.amount_minor, ...OWED_AND_EARNED), shortMinor: 0n }
  const sale = { priceMinor: purchase.amount_minor, currency: purchase.currency }
  const { lines, ...returned } = passReversal(sale, back, ended)
  await recordReversal(tx, purchase.id, returned)
  return { lines, shortMinor: 0n }
}

const OWED_AND_EARNED = ['deferred_pass_revenue', 'platform_revenue'] as const
