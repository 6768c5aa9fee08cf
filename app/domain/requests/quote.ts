import { MINOR_PER_UNIT } from '#app/domain/money/money.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'

export const QUOTE_STATES = ['offered', 'accepted', 'delivered', 'declined', 'withdrawn'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** How a quote stands now: nobody answered in time, or what was accepted wasn't delivered in time and the money went back. */
export type QuoteStanding = QuoteState | 'lapsed' | 'returned'

type StandingFacts = { state: QuoteState; answerBy: Date; holdState: 'held' | 'released' | 'returned' | null; at: Date }

/** What a quote is worth at a moment. Time alone ends it, before any sweep has noted so. */
export function standingOf({ state, answerBy, holdState, at }: StandingFacts): QuoteStanding {
  if (state === 'offered' && answerBy <= at) return 'lapsed'
  if (state === 'accepted' && holdState === 'returned') return 'returned'
  return state
}

export type Offer = { priceMinor: bigint; deliveryDays: number; answerHours: number }
export type OfferFlaw = 'price_out_of_bounds' | 'delivery_out_of_bounds' | 'answer_out_of_bounds'

/** The first reason why an offer can't be made, or null. */
export function flawOfOffer({ priceMinor, deliveryDays, answerHours }: Offer): OfferFlaw | null {
  const { leastMinor, mostMinor, mostDeliveryDays, mostAnswerHours } = CUSTOM_REQUEST
  if (priceMinor < leastMinor || priceMinor > mostMinor || priceMinor % MINOR_PER_UNIT !== 0n)
    return 'price_out_of_bounds'
  if (!Number.isInteger(deliveryDays) || deliveryDays < 1 || deliveryDays > mostDeliveryDays)
    return 'delivery_out_of_bounds'
  if (!Number.isInteger(answerHours) || answerHours < 1 || answerHours > mostAnswerHours) return 'answer_out_of_bounds'
  return null
}
