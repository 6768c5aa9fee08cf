import { isSameName } from '#app/domain/payouts/account.ts'

export const TIES = ['same_device', 'same_payout_number', 'same_payout_name', 'same_sign_up_network'] as const
/** Signs that the payer and a creator are one person, or act together. */
export type Tie = (typeof TIES)[number]

/** What is known of a payer and of one creator who earned by their payment. */
export type TieFacts = {
  /** A browser has signed in to both accounts, or has started payments of both. */
  shareDevice: boolean
  /** Names and numbers of the payer: what the payment page received, and what their profile shows. */
  payerNames: readonly string[]
  payerNumbers: readonly string[]
  /** Accounts that the creator is or was paid to. */
  payoutAccounts: readonly { name: string; number: string }[]
  /** Both signed up in one network: how many accounts did so in all; null where they signed up in different ones. */
  accountsOfSharedNetwork: number | null
}

/** A mobile network shares one address among thousands of phones: only an address with very few accounts proves something. */
const MAX_ACCOUNTS_OF_SMALL_NETWORK = 4

/** Why a creator bears a chargeback themselves; empty where nothing ties them to the payer. */
export function tiesOf(facts: TieFacts): Tie[] {
  const { payerNames, payerNumbers, payoutAccounts, accountsOfSharedNetwork } = facts
  const found: Record<Tie, boolean> = {
    same_device: facts.shareDevice,
    same_payout_number: payoutAccounts.some(({ number }) => payerNumbers.includes(number)),
    // A single name ("Grace") is shared by many people.
    same_payout_name: payoutAccounts.some(({ name }) =>
      payerNames.some((payer) => payer.trim().split(/\s+/).length >= 2 && isSameName(payer, name)),
    ),
    same_sign_up_network: accountsOfSharedNetwork !== null && accountsOfSharedNetwork <= MAX_ACCOUNTS_OF_SMALL_NETWORK,
  }
  return TIES.filter((tie) => found[tie])
}
