import { z } from 'zod'
import { defineEvent } from './event.ts'
import { ANOTHER_PLAN, passFacts, passNews } from './pass-news.ts'

const payload = passFacts.extend({
  days: z.union([z.literal(1), z.literal(3)]),
  /** Whether the wallet renews it, as chosen: `covered`, or `short` of the price. */
  fromWallet: z.enum(['covered', 'short']).nullable(),
})

export const passEnding = defineEvent({
  object: null,
  notice: passNews(
    payload,
    ({ days }) => `Your pass ends in ${days === 1 ? '1 day' : '3 days'}`,
    ({ planName, on, fromWallet, price }) => [
      `Your ${planName} pass ends on ${on}.`,
      price === null
        ? `This plan is no longer sold, so it can’t be renewed. ${ANOTHER_PLAN}`
        : renewalText(price, fromWallet),
    ],
  ),
})

function renewalText(price: string, fromWallet: 'covered' | 'short' | null): string {
  if (fromWallet === 'covered')
    return `It renews from your wallet before that, for ${price}. You don’t have to do anything.`
  if (fromWallet === 'short') return `Your wallet has less than the price of ${price}. Top it up, or renew by hand.`
  return 'It does not renew automatically. A renewal starts when this pass ends, so you lose no day.'
}
