import type { Selectable } from 'kysely'
import type { Entry, LedgerAccount, Line } from '#app/domain/ledger/chart.ts'
import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { WalletHolds } from '../../../db/types.ts'
import { type BookedHold, holdReleased, holdCancelled } from './entries.ts'
import { holdsOf, walletOf } from './wallet.ts'

/** Why a hold was cancelled; shown in the wallet's history. */
export type CancelReason =
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'creator_hidden'
  | 'not_delivered'
  /** Another hold of another sum took its place. */
  | 'price_changed'
  /** A bank reversed the top-up that had paid for it. */
  | 'payment_charged_back'

export type EndRefusal =
  | { kind: 'hold_missing' }
  /** Released or cancelled before. */
  | { kind: 'hold_ended' }
  /** Its time is over: it can only be cancelled. */
  | { kind: 'hold_expired' }

/** The end of a hold: the entry that posted it, and what was held. */
export type EndedHold = { entryId: string; ownerId: string; amountMinor: bigint; at: Date }

/**
 * Pays the held money to the promised recipients, in the caller's transaction. `creditsOf` returns how the sum is split (a creator's part,
 * ours), and must assign all of it.
 */
export async function releaseHold(
  tx: Tx,
  holdId: string,
  creditsOf: (amountMinor: bigint) => readonly Line[],
): Promise<Result<EndedHold, EndRefusal>> {
  const hold = await lockHold(tx, holdId)
  if (!hold.ok) return hold
  const at = now()
  if (hold.value.expires_at <= at) return refuse({ kind: 'hold_expired' })
  const booked = bookedOf(hold.value, at)
  return ok(await end(tx, booked, holdReleased(booked, creditsOf(booked.amountMinor)), { state: 'released' }))
}

/** Cancels a hold, so that the money is the owner's to spend again, in the caller's transaction. */
export async function cancelHold(tx: Tx, holdId: string, reason: CancelReason): Promise<Result<EndedHold, EndRefusal>> {
  const hold = await lockHold(tx, holdId)
  if (!hold.ok) return hold
  const booked = bookedOf(hold.value, now())
  return ok(await end(tx, booked, holdCancelled(booked), { state: 'cancelled', end_reason: reason }))
}

type HoldRow = Selectable<WalletHolds>

/** The hold, locked: of two who want to end it, one waits and then finds it ended. */
async function lockHold(tx: Tx, holdId: string): Promise<Result<HoldRow, EndRefusal>> {
  const hold = await tx.selectFrom('wallet_holds').selectAll().where('id', '=', holdId).forUpdate().executeTakeFirst()
  if (!hold) return refuse({ kind: 'hold_missing' })
  return hold.state === 'held' ? ok(hold) : refuse({ kind: 'hold_ended' })
}

function bookedOf(hold: HoldRow, at: Date): BookedHold {
  return { id: hold.id, ownerId: hold.owner_id, amountMinor: hold.amount_minor, at }
}

async function end(
  tx: Tx,
  hold: BookedHold,
  entry: Entry,
  change: { state: 'released' } | { state: 'cancelled'; end_reason: CancelReason },
): Promise<EndedHold> {
  const balances: LedgerAccount[] = [
    holdsOf(hold.ownerId),
    ...(change.state === 'cancelled' ? [walletOf(hold.ownerId)] : []),
  ]
  await lockBalances(tx, balances)
  const { entryId } = await postEntry(tx, entry)
  await tx
    .updateTable('wallet_holds')
    .set({ ...change, ended_entry_id: entryId, ended_at: hold.at })
    .where('id', '=', hold.id)
    .execute()
  return { entryId, ownerId: hold.ownerId, amountMinor: hold.amountMinor, at: hold.at }
}
