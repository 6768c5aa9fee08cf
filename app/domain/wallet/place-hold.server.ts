import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { MINOR_PER_UNIT, type Money } from '#app/domain/money/money.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { holdPlaced } from './entries.ts'
import { spendsTooFast } from './spend-limit.server.ts'
import { holdsOf, missingFor, walletOf } from './wallet.ts'

export type NewHold = {
  ownerId: string
  amount: Money
  /** What it is for, e.g. 'custom_request' and its id: one hold per cause, ever, unless it replaces a cancelled one. */
  causeKind: string
  causeId: string
  /** From then on it can only be cancelled, and a scheduled task does that. */
  expiresAt: Date
  /** It takes the place of a cancelled one of the same cause. */
  replaces?: true
}

export type HoldRefusal =
  | { kind: 'amount_not_holdable' }
  | { kind: 'already_over' }
  | { kind: 'held_before' }
  | { kind: 'balance_too_small'; balance: Money; missing: Money }
  | { kind: 'too_many_spends' }

/** Sets a sum of somebody's wallet aside, in the caller's transaction. */
export async function placeHold(tx: Tx, hold: NewHold): Promise<Result<{ holdId: string }, HoldRefusal>> {
  const { ownerId, amount, causeKind, causeId, expiresAt, replaces } = hold
  const { amountMinor } = amount
  if (amount.currency !== 'UGX' || amountMinor <= 0n || amountMinor % MINOR_PER_UNIT !== 0n)
    return refuse({ kind: 'amount_not_holdable' })
  const at = now()
  if (expiresAt <= at) return refuse({ kind: 'already_over' })
  // Both balances are locked before either is checked: two holds of the same money wait for each other here.
  const [wallet] = await lockBalances(tx, [walletOf(ownerId), holdsOf(ownerId)])
  const same = await tx
    .selectFrom('wallet_holds')
    .select('id')
    .where('cause_kind', '=', causeKind)
    .where('cause_id', '=', causeId)
    .where('state', 'in', replaces ? ['held'] : ['held', 'released', 'cancelled'])
    .executeTakeFirst()
  if (same) return refuse({ kind: 'held_before' })
  const balance: Money = { amountMinor: -wallet!, currency: 'UGX' }
  const missing = missingFor(amount, balance)
  if (missing) return refuse({ kind: 'balance_too_small', balance, missing })
  if (await spendsTooFast(tx, ownerId)) return refuse({ kind: 'too_many_spends' })
  const id = newId()
  const { entryId } = await postEntry(tx, holdPlaced({ id, ownerId, amountMinor, at }))
  await tx
    .insertInto('wallet_holds')
    .values({
      id,
      owner_id: ownerId,
      amount_minor: amountMinor,
      cause_kind: causeKind,
      cause_id: causeId,
      placed_entry_id: entryId,
      placed_at: at,
      expires_at: expiresAt,
    })
    .execute()
  return ok({ holdId: id })
}
