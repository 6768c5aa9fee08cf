import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { PaymentView } from '#app/domain/purchases/queries.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'

/** What was bought, in a sentence; null for a pass, which has its own text, and for viewers who may not know. */
export async function whatWasGiven(
  { details, isBuyer }: Pick<PaymentView, 'details' | 'isBuyer'>,
  actor: Actor,
): Promise<string | null> {
  if (!details) return null
  switch (details.facts.kind) {
    case 'tip':
      return `${details.facts.creatorName} has your tip. Thank you!`
    case 'creator_subscription':
      return `The page of ${details.facts.creatorName} is open to you.`
    case 'post_unlock':
      return 'The post is yours for good.'
    case 'wallet_top_up': {
      const added = `${formatMoney(details.price)} is in your wallet.`
      if (!actor || !isBuyer) return added
      return `${added} It holds ${formatMoney(await walletBalance(actor.id))} now.`
    }
    case 'pass':
    case 'creator_fee':
      return null
    default:
      return details.facts satisfies never
  }
}
