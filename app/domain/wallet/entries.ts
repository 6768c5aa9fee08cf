import { credit, debit, type Entry, type Line, makeEntry } from '#app/domain/ledger/chart.ts'
import { holdsOf, walletOf } from './wallet.ts'

/** A hold as it is posted. Minor units of shillings. */
export type BookedHold = { id: string; ownerId: string; amountMinor: bigint; at: Date }

/** Set aside: still the fan's, but not available to spend. */
export function holdPlaced(hold: BookedHold): Entry {
  return entry('hold_placed', 'placed', hold, [
    debit(walletOf(hold.ownerId), hold.amountMinor),
    credit(holdsOf(hold.ownerId), hold.amountMinor),
  ])
}

/** What it was for has been delivered: the money goes to the promised recipients. The credits add up to the hold. */
export function holdReleased(hold: BookedHold, credits: readonly Line[]): Entry {
  return entry('hold_released', 'ended', hold, [debit(holdsOf(hold.ownerId), hold.amountMinor), ...credits])
}

/** What it was for won't be delivered: the money is the fan's to spend again. */
export function holdCancelled(hold: BookedHold): Entry {
  return entry('hold_returned', 'ended', hold, [
    debit(holdsOf(hold.ownerId), hold.amountMinor),
    credit(walletOf(hold.ownerId), hold.amountMinor),
  ])
}

/** One key for both ends: a hold ends once. */
function entry(kind: string, moment: 'placed' | 'ended', hold: BookedHold, lines: Line[]): Entry {
  return makeEntry(kind, `wallet_hold:${hold.id}:${moment}`, 'wallet_hold', hold, lines)
}
