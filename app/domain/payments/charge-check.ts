/** What we requested, and what a charge must match. */
export type RequestedCharge = { reference: string; amountMinor: bigint; currency: string; accountId: string }

/** The parts of a gateway's charge that are compared; amounts are minor units. */
export type SeenCharge = {
  reference: string
  status: 'pending' | 'succeeded' | 'failed' | 'unknown'
  amountMinor: bigint | null
  currency: string
  chargedMinor: bigint | null
  accountId: string | null
}

export type Mismatch =
  | 'other_reference'
  | 'other_account'
  | 'other_currency'
  | 'amount_short'
  | 'charged_short'
  | 'used_elsewhere'

export type Finding =
  | { kind: 'pending' | 'failed' | 'unknown' }
  | { kind: 'match'; excessMinor: bigint }
  /** A charge that isn't ours to post at all: it belongs to another reference. */
  | { kind: 'foreign' }
  | { kind: 'mismatch'; reasons: Mismatch[] }

/**
 * Compares a charge with the request. A success counts only with our reference, our account, our currency and at least our amount; anything
 * above the amount is returned as the excess.
 */
export function checkCharge(requested: RequestedCharge, charge: SeenCharge): Finding {
  if (charge.reference !== requested.reference) return { kind: 'foreign' }
  if (charge.status !== 'succeeded') return { kind: charge.status }
  const reasons: Mismatch[] = []
  if (charge.accountId !== requested.accountId) reasons.push('other_account')
  if (charge.currency !== requested.currency) reasons.push('other_currency')
  if (charge.amountMinor === null || charge.amountMinor < requested.amountMinor) reasons.push('amount_short')
  else if (charge.chargedMinor !== null && charge.chargedMinor < requested.amountMinor) reasons.push('charged_short')
  if (reasons.length > 0) return { kind: 'mismatch', reasons }
  return { kind: 'match', excessMinor: charge.amountMinor! - requested.amountMinor }
}

const MISMATCH_TEXTS: Record<Mismatch, string> = {
  other_reference: 'It came under another reference.',
  other_account: 'It came to another account.',
  other_currency: 'It came in another currency.',
  amount_short: 'It is less than the price.',
  charged_short: 'The payer was charged less than the price.',
  used_elsewhere: 'It has paid for something else already.',
}

/** What is wrong with money that arrived, for the person who decides about it. */
export function mismatchText(reasons: readonly Mismatch[]): string {
  return reasons.map((reason) => MISMATCH_TEXTS[reason]).join(' ')
}
