import { isSameName } from '#app/domain/payouts/account.ts'

export const TIES = ['same_device', 'same_payout_number', 'same_payout_name', 'same_sign_up_network'] as const
/** What shows that whoever paid and a creator are one person, or act together. */
export type Tie = (typeof TIES)[number]

/** What is known of a payer and of one creator who earned by their payment. */
export type TieFacts = {
  /** A browser has signed in to both accounts, or has started payments of both. */
  shareDevice: boolean
  /** Names and numbers of the payer: what the payment page was told, and what their profile says. */
  payerNames: readonly string[]
  payerNumbers: readonly string[]
  /** Accounts that the creator is or was paid to. */
  payoutAccounts: readonly { name: string; number: string }[]
  /** Both began in one network, and how many accounts did so in all; null where they began in different ones. */
  accountsOfSharedNetwork: number | null
}

/** A mobile network lends one address to thousands of phones: only one that hardly anybody shares says something. */
const MOST_OF_A_SMALL_NETWORK = 4

/** Why a creator bears a chargeback themselves; empty where nothing ties them to the payer. */
export function tiesOf(facts: TieFacts): Tie[] {
  const { payerNames, payerNumbers, payoutAccounts, accountsOfSharedNetwork } = facts
  const found: Record<Tie, boolean> = {
    same_device: facts.shareDevice,
    same_payout_number: payoutAccounts.some(({ number }) => payerNumbers.includes(number)),
    // One word ("Grace") is a name that many share.
    same_payout_name: payoutAccounts.some(({ name }) =>
      payerNames.some((payer) => payer.trim().split(/\s+/).length >= 2 && isSameName(payer, name)),
    ),
    same_sign_up_network: accountsOfSharedNetwork !== null && accountsOfSharedNetwork <= MOST_OF_A_SMALL_NETWORK,
  }
  return TIES.filter((tie) => found[tie])
}
