import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { cancelHold, type EndRefusal } from './end-hold.server.ts'
import { type HoldRefusal, placeHold } from './place-hold.server.ts'
import { spendsTooFast } from './spend-limit.server.ts'
import { holdsOf, missingFor, walletOf } from './wallet.ts'

export type ReplaceRefusal = HoldRefusal | EndRefusal

/**
 * Holds another sum for the same cause, in the caller's transaction: the old hold is cancelled and the new one placed, so the difference
 * leaves the wallet or returns to it. Refused before anything is written.
 */
export async function replaceHold(
  tx: Tx,
  holdId: string,
  amount: Money,
): Promise<Result<{ holdId: string }, ReplaceRefusal>> {
  const old = await tx.selectFrom('wallet_holds').selectAll().where('id', '=', holdId).forUpdate().executeTakeFirst()
  if (!old) return refuse({ kind: 'hold_missing' })
  if (old.state !== 'held') return refuse({ kind: 'hold_ended' })
  const [wallet] = await lockBalances(tx, [walletOf(old.owner_id), holdsOf(old.owner_id)])
  const balance: Money = { amountMinor: -wallet!, currency: 'UGX' }
  const missing = missingFor(amount, { ...balance, amountMinor: balance.amountMinor + old.amount_minor })
  if (missing) return refuse({ kind: 'balance_too_small', balance, missing })
  if (await spendsTooFast(tx, old.owner_id)) return refuse({ kind: 'too_many_spends' })
  const cancelled = await cancelHold(tx, holdId, 'price_changed')
  const placed = await placeHold(tx, {
    ownerId: old.owner_id,
    amount,
    causeKind: old.cause_kind,
    causeId: old.cause_id,
    expiresAt: old.expires_at,
    replaces: true,
  })
  // Nothing of a half replacement is committed.
  invariant(cancelled.ok && placed.ok, 'a hold that was checked is replaced')
  return placed
}
