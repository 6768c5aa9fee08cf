import { exactText } from '#app/platform/exact-text.ts'
import { MINOR_PER_UNIT, type Money } from '#app/domain/money/money.ts'

export const PAYOUT_STATES = [
  'pending',
  'sending',
  'sent',
  'unknown',
  'completed',
  'failed',
  'cancelled',
  'reversed',
] as const
/** `sending`: claimed, and the gateway may have received it. `sent`: it has. `unknown`: a check by its reference will decide. */
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** How a creator looks through payouts: those under way, and those that arrived. */
export const PAYOUT_VIEWS = {
  on_its_way: ['pending', 'sending', 'sent', 'unknown'],
  paid: ['completed'],
} as const satisfies Record<string, readonly PayoutState[]>
export type PayoutView = keyof typeof PAYOUT_VIEWS

export type PayoutEvent =
  | 'claimed'
  | 'cancelled'
  | 'accepted'
  | 'unclear'
  | 'not_taken'
  | 'refused'
  | 'succeeded'
  | 'failed'
  | 'reversed'

/** The gateway was asked, and anything may have come of it. */
const REQUESTED = {
  accepted: 'sent',
  unclear: 'unknown',
  not_taken: 'pending',
  refused: 'failed',
  succeeded: 'completed',
  failed: 'failed',
  reversed: 'failed',
} as const

const MOVES: Record<PayoutState, Partial<Record<PayoutEvent, PayoutState>>> = {
  pending: { claimed: 'sending', cancelled: 'cancelled' },
  sending: REQUESTED,
  sent: { succeeded: 'completed', failed: 'failed', reversed: 'failed', unclear: 'unknown', accepted: 'sent' },
  unknown: REQUESTED,
  completed: { reversed: 'reversed', failed: 'reversed' },
  // The operator reported a failure and paid all the same, after the money had been reversed.
  failed: { succeeded: 'completed' },
  cancelled: {},
  reversed: {},
}

/** The state after an event, or null where it changes nothing: a final state stays final. */
export function nextState(state: PayoutState, event: PayoutEvent): PayoutState | null {
  return MOVES[state][event] ?? null
}

/** Whether money may be on its way: such a payout may be neither sent again nor reversed. */
export function isUnderWay(state: PayoutState): boolean {
  return state === 'sending' || state === 'sent' || state === 'unknown'
}

export type PayoutSums = { grossMinor: bigint; feeMinor: bigint; taxMinor: bigint; netMinor: bigint }

/** The gateway sends nothing smaller. */
export const MIN_TRANSFER_MINOR = 50_000n
/** The maximum of one mobile money transfer in Uganda, and of what a wallet may receive in a day. */
export const MAX_TRANSFER_MINOR = 500_000_000n
const MAX_PARTS = 4

/**
 * What a creator gets of a sum: minus withheld tax, minus the payout fee, in whole shillings; cents stay in the balance. Null where too
 * little would be left to send.
 */
export function payoutSums(availableMinor: bigint, feeMinor: bigint, taxHundredths = 0): PayoutSums | null {
  const gross = (availableMinor / MINOR_PER_UNIT) * MINOR_PER_UNIT
  // The tax rounds up to a whole shilling, so that never too little is kept for the authority.
  const tax = ((gross * BigInt(taxHundredths) + 999_999n) / 1_000_000n) * MINOR_PER_UNIT
  const net = gross - feeMinor - tax
  if (net < MIN_TRANSFER_MINOR) return null
  return { grossMinor: gross, feeMinor, taxMinor: tax, netMinor: net }
}

/** A sum above the maximum of one transfer goes out in parts; beyond a day's limit the rest waits for the next run. */
export function partsOf(availableMinor: bigint, feeMinor: bigint, taxHundredths = 0): PayoutSums[] {
  const parts: PayoutSums[] = []
  let left = availableMinor
  while (parts.length < MAX_PARTS) {
    const sums = payoutSums(left > MAX_TRANSFER_MINOR ? MAX_TRANSFER_MINOR : left, feeMinor, taxHundredths)
    if (!sums) break
    parts.push(sums)
    left -= sums.grossMinor
  }
  return parts
}

export function sumOfParts(parts: readonly PayoutSums[]): PayoutSums {
  const sum = (of: keyof PayoutSums) => parts.reduce((all, part) => all + part[of], 0n)
  return {
    grossMinor: sum('grossMinor'),
    feeMinor: sum('feeMinor'),
    taxMinor: sum('taxMinor'),
    netMinor: sum('netMinor'),
  }
}

export function ugxOf(amountMinor: bigint): Money {
  return { amountMinor, currency: 'UGX' }
}

/** "PO-1182": identifies a payout to people and gives no access. */
export function payoutNumber(number: bigint): string {
  return `PO-${number}`
}

/** The number in "PO-1182"; null where a text is none. */
export function readPayoutNumber(text: string): bigint | null {
  const number = /^PO-?(\d{1,12})$/i.exec(exactText(text))?.[1]
  return number === undefined ? null : BigInt(number)
}

/** Creates the one reference of a payout: impossible to guess, unique for ever, stored before the gateway is called. */
export function mintPayoutReference(at: Date): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `peach_payout_${at.getTime()}_${random}`
}
