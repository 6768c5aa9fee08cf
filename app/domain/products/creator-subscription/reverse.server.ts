import { reverseEarnings } from '#app/domain/earnings/reverse-earnings.server.ts'
import { debit, type LedgerAccount, type Line, platform } from '#app/domain/ledger/chart.ts'
import { lockBalance } from '#app/domain/ledger/lock-balances.server.ts'
import { sumOfCauses } from '#app/domain/ledger/queries.server.ts'
import { smallestStep } from '#app/domain/money/money.ts'
import {
  type EarnedOf,
  endCreatorSubscription,
  type EndedSubscription,
} from '#app/domain/subscriptions/end-creator-subscription.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { taxPart } from '../creators-part.ts'
import { addUpLines } from '../reversal-lines.ts'
import type { Reversal, ReversedLines } from '../product.ts'

const revenue = platform('platform_revenue')
const taxes = platform('taxes_payable')
const deferred = platform('deferred_creator_subscriptions')

/**
 * The remaining days belong to nobody yet and are refunded first; then what the creator and we have earned; then what a fan of a hidden
 * creator already got back in the wallet. Only a partial refund by agreement that keeps the access is all ours to bear.
 */
export async function reverseCreatorSubscription(tx: Tx, back: Reversal): Promise<ReversedLines> {
  if (!back.ends) return { lines: [debit(revenue, back.amountMinor)], shortMinor: 0n }
  const ended = await endCreatorSubscription(tx, back.purchase.id, back.at)
  const wallet: LedgerAccount = { purpose: 'wallet', ownerId: back.buyerId, currency: 'UGX' }
  const fromEarned = back.amountMinor - ended.owedMinor - ended.inWalletMinor
  const lines: Line[] = fromEarned > 0n ? await takeFromCreator(tx, back, ended, fromEarned, wallet) : []
  let shortMinor = 0n
  if (ended.inWalletMinor > 0n) {
    const requestedMinor =
      back.amountMinor - ended.owedMinor < ended.inWalletMinor
        ? back.amountMinor - ended.owedMinor
        : ended.inWalletMinor
    const balance = await lockBalance(tx, wallet)
    const taken = balance < requestedMinor ? balance : requestedMinor
    lines.push(debit(wallet, taken))
    shortMinor = requestedMinor - taken
  }
  lines.push(debit(deferred, ended.owedMinor))
  const borne = lines.reduce((sum, line) => sum + line.amountMinor, 0n)
  // Where an earlier partial refund already used our revenue, the difference is ours again.
  lines.push(debit(revenue, back.amountMinor - shortMinor - borne))
  return { lines: addUpLines(lines), shortMinor }
}

/** The creator's part of what was earned and the tax in our part of it, the newest days first, as far as the amount reaches. */
async function takeFromCreator(
  tx: Tx,
  back: Reversal,
  ended: EndedSubscription,
  amountMinor: bigint,
  wallet: LedgerAccount,
): Promise<Line[]> {
  const lines: Line[] = []
  let left = amountMinor
  for (const part of ended.earned) {
    if (left < part.grossMinor) break
    left -= part.grossMinor
    if (part.netMinor > 0n)
      lines.push(
        ...(await reverseEarnings(tx, {
          creatorId: ended.creatorId,
          source: { causeKind: part.causeKind, causeId: part.causeId },
          amountMinor: part.netMinor,
          causeKind: back.causeKind,
          causeId: back.causeId,
          at: back.at,
          alsoLock: [wallet],
        })),
      )
    lines.push(debit(taxes, await taxOf(tx, part)))
  }
  return lines
}

/** The tax in our fee for a day of one subscription: that day's entry holds all subscriptions to the creator. */
async function taxOf(tx: Tx, { causeKind, causeId, grossMinor, netMinor }: EarnedOf): Promise<bigint> {
  const [revenue, tax] = await sumOfCauses(tx, [{ causeKind, causeId }], ['platform_revenue', 'taxes_payable'])
  return taxPart(grossMinor - netMinor, { taxMinor: -tax!, revenueMinor: -revenue!, stepMinor: smallestStep('UGX') })
}
