export type FailureCode =
  | 'limit'
  | 'single_limit'
  | 'restricted'
  | 'wrong_number'
  | 'closed'
  | 'blacklisted'
  | 'gateway_balance'
  | 'network'
  | 'never_arrived'
  | 'refused'

const PATTERNS: readonly [RegExp, FailureCode][] = [
  [/insufficient/i, 'gateway_balance'],
  [/daily (limit|frequency)|exceeded/i, 'limit'],
  [/spend .* at once/i, 'single_limit'],
  [/restricted|blocked|barred/i, 'restricted'],
  [/blacklist/i, 'blacklisted'],
  [/closed|dormant|not active|deactivated|does ?n.?t exist|does not exist/i, 'closed'],
  [/unable to obtain|invalid account|account resolve|unknown user|not registered/i, 'wrong_number'],
  [/fatal error|internal|system error|timed? ?out|network/i, 'network'],
]

/** The failure code for a message of the gateway. */
export function failureOf(message: string): FailureCode {
  return PATTERNS.find(([pattern]) => pattern.test(message))?.[1] ?? 'refused'
}

/** Whether our own balance at the gateway is too low: nothing is wrong with the payout, and it waits. */
export function isShortOfMoney(message: string): boolean {
  return /insufficient/i.test(message)
}

const TEXTS: Record<string, string> = {
  approval: 'Two people of our team agree to a payout of this size first.',
  first_approval: 'One of two people has agreed; a second must agree before it leaves.',
  gateway_balance: 'Our payment provider has not settled enough money yet. We try again automatically.',
  gateway_busy: 'Our payment provider is busy. We try again automatically.',
  gateway_refused: 'Our payment provider doesn\u2019t accept payouts now. We are working on it.',
  gateway_approval: 'Our payment provider requires an approval. We are working on it.',
  creator_not_active: 'Your account is not active.',
  mismatch: 'The provider\u2019s answer doesn\u2019t match the payout. Our team is checking it.',
  strange_status: 'The provider\u2019s answer is unclear. We keep checking.',
  account_changed: 'The payout account was changed. The money is back in your available earnings.',
  account_refused: 'The payout account cannot receive payments. The money is back in your available earnings.',
  limit: 'The number\u2019s daily limit was reached.',
  single_limit: 'The number can\u2019t receive that much at once.',
  restricted: 'The network has restricted this number. Ask your network, or use another number.',
  wrong_number: 'The network doesn\u2019t know this number for mobile money. Check the number and the network.',
  closed: 'This account is closed or no longer active. Use another one.',
  blacklisted: 'The provider doesn\u2019t pay to this number. Use another one.',
  network: 'The network had a fault.',
  never_arrived: 'The provider never received it.',
  refused: 'The provider refused it.',
  reversed: 'The network or bank sent it back.',
}

const BY_THE_ACCOUNT: ReadonlySet<string> = new Set<FailureCode | 'reversed'>([
  'restricted',
  'wrong_number',
  'closed',
  'blacklisted',
  'reversed',
])

/**
 * Whether a failure is the account's own, so that every further payout to it would fail too. A refusal without a reason counts when it
 * comes twice in a row. `before` is the reason why the previous payout to the same account failed, null where it didn't.
 */
export function isRefusedByAccount(reason: string, before: string | null): boolean {
  return BY_THE_ACCOUNT.has(reason) || (reason === 'refused' && before === 'refused')
}

/** Whether a payout waits for people of our team, by the reason that it bears. */
export function isForApproval(reason: string | null): boolean {
  return reason === 'approval' || reason === 'first_approval'
}

/** Why a payout waits or failed, for its creator and for staff; empty where there is no reason. */
export function reasonText(reason: string | null): string {
  return reason === null ? '' : (TEXTS[reason] ?? '')
}
