import { z } from 'zod'
import { defineEvent } from './event.ts'
import { ANOTHER_PLAN, passFacts, passNews } from './pass-news.ts'

const REASONS = {
  too_little: (price: string | null) => `Your wallet has less than the price of ${price}.`,
  price_rose: (price: string | null) =>
    `Its price is now ${price}, more than you agreed to, so nothing is paid without your consent.`,
  not_sold: () => `This plan is no longer sold. ${ANOTHER_PLAN}`,
}
/** Why the wallet did not renew a pass with automatic renewal. */
export type NotRenewed = keyof typeof REASONS

export const passNotRenewed = defineEvent({
  object: null,
  notice: passNews(
    passFacts.extend({ reason: z.enum(Object.keys(REASONS) as NotRenewed[]) }),
    () => 'Your pass was not renewed',
    ({ on, price, reason }) => [REASONS[reason](price), `It ends on ${on}. We took nothing from your wallet.`],
  ),
})
