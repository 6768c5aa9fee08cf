import type { Currency } from '#app/domain/money/money.ts'

/**
 * The chart of accounts. `folded`: too hot to update while posting, its credits are folded in later. `guarded`: a balance of one owner,
 * which the database refuses to overdraw. `owner`: the kind of owner.
 */
export const CHART = {
  gateway_clearing: {
    class: 'asset',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'money that the gateway has collected for us',
  },
  gateway_fees: {
    class: 'expense',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'what the gateway kept for collecting',
  },
  deferred_pass_revenue: {
    class: 'liability',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'passes paid for and not yet earned',
  },
  platform_revenue: {
    class: 'revenue',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'our part of what fans spend',
  },
  deferred_creator_fees: {
    class: 'liability',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'creators\u2019 weeks paid for and not yet over',
  },
  creator_fee_revenue: {
    class: 'revenue',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'what creators pay to be visible',
  },
  creator_pending: {
    class: 'liability',
    owner: 'creator',
    folded: true,
    guarded: false,
    description: 'a creator\u2019s earnings in their first seven days',
  },
  refunds_payable: {
    class: 'liability',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'money that came in and has to be refunded',
  },
  creator_available: {
    class: 'liability',
    owner: 'creator',
    folded: false,
    guarded: true,
    description: 'what a creator may be paid out, or pay the weekly fee from',
  },
  creator_debt: {
    class: 'asset',
    owner: 'creator',
    folded: false,
    guarded: false,
    description: 'what a creator owes after a refund, against the next earnings',
  },
  wallet: {
    class: 'liability',
    owner: 'fan',
    folded: false,
    guarded: true,
    description: 'a fan\u2019s prepaid balance',
  },
  wallet_holds: {
    class: 'liability',
    owner: 'fan',
    folded: false,
    guarded: true,
    description: 'set aside from a wallet for something that is not given yet',
  },
  deferred_creator_subscriptions: {
    class: 'liability',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'subscriptions to a creator paid for and not yet earned',
  },
  pass_pool: {
    class: 'liability',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'what the weeks until November 2026 left in the common pool of passes; nothing is added to it',
  },
  pass_shares_due: {
    class: 'liability',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'creators\u2019 parts of a week of passes, until each is posted',
  },
  breakage: {
    class: 'revenue',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'the unused rest of passes that ended',
  },
  payouts_in_transit: {
    class: 'liability',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'taken from creators\u2019 earnings and on its way to them',
  },
  payout_fees: {
    class: 'expense',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'what the gateway charges for payouts, less what creators bear of it',
  },
  taxes_payable: {
    class: 'liability',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'taxes that we keep for the revenue authority',
  },
  exchange: {
    class: 'asset',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'money changed from dollars to shillings at the owner\u2019s rate',
  },
  chargeback_losses: {
    class: 'expense',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'charges reversed by a bank that nobody else bears',
  },
  corrections: {
    class: 'expense',
    owner: 'platform',
    folded: true,
    guarded: false,
    description: 'differences settled by two people, with their reason',
  },
} as const

export type Purpose = keyof typeof CHART
export type LedgerAccount = { purpose: Purpose; ownerId: string | null; currency: Currency }

/** Debits are positive, credits negative: an asset grows by debits, a liability and revenue by credits. */
export type Line = { account: LedgerAccount; amountMinor: bigint }

/** One balanced entry. The same idempotency key with the same content is the same entry, however often it is posted. */
export type Entry = {
  kind: string
  idempotencyKey: string
  causeKind: string
  causeId: string
  happenedAt: Date
  lines: Line[]
  /** The entry that this one reverses, line by line. */
  reverses?: string
}

/** An entry with what caused it and when, without the lines that are zero. */
export function makeEntry(
  kind: string,
  idempotencyKey: string,
  causeKind: string,
  cause: { id: string; at: Date },
  lines: readonly Line[],
): Entry {
  return { kind, idempotencyKey, causeKind, causeId: cause.id, happenedAt: cause.at, lines: nonZero(lines) }
}

/** One of the platform's own accounts. */
export function platform(purpose: Purpose, currency: Currency = 'UGX'): LedgerAccount {
  return { purpose, ownerId: null, currency }
}

export function nonZero(lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.amountMinor !== 0n)
}

export function debit(account: LedgerAccount, amountMinor: bigint): Line {
  return { account, amountMinor }
}

export function credit(account: LedgerAccount, amountMinor: bigint): Line {
  return { account, amountMinor: -amountMinor }
}

/** The first reason why an entry can't be posted, or null. The database enforces the same rules. */
export function validateEntry(entry: Entry): string | null {
  if (entry.lines.length < 2) return 'an entry has two lines or more'
  const sums = new Map<Currency, bigint>()
  for (const line of entry.lines) {
    if (line.amountMinor === 0n) return 'a line must not be zero'
    const owned = CHART[line.account.purpose].owner !== 'platform'
    if (owned !== (line.account.ownerId !== null)) return `${line.account.purpose} ${owned ? 'needs' : 'has no'} owner`
    sums.set(line.account.currency, (sums.get(line.account.currency) ?? 0n) + line.amountMinor)
  }
  for (const [currency, sum] of sums) if (sum !== 0n) return `${currency} is off by ${sum}`
  return null
}
