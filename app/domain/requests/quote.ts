import { MINOR_PER_UNIT } from '#app/domain/money/money.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'

export const QUOTE_STATES = ['offered', 'accepted', 'delivered', 'declined', 'withdrawn'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** The status of a quote now: `lapsed` means no answer in time, `not_delivered` means not delivered in time and the hold was cancelled. */
export type QuoteStatus = QuoteState | 'lapsed' | 'not_delivered'

type QuoteStatusFacts = {
  state: QuoteState
  answerBy: Date
  holdState: 'held' | 'released' | 'cancelled' | null
  at: Date
}

/** The status of a quote at a moment. Time alone ends it, before any scheduled task has recorded that. */
export function quoteStatus({ state, answerBy, holdState, at }: QuoteStatusFacts): QuoteStatus {
  if (state === 'offered' && answerBy <= at) return 'lapsed'
  if (state === 'accepted' && holdState === 'cancelled') return 'not_delivered'
  return state
}

export type Offer = { priceMinor: bigint; deliveryDays: number; answerHours: number }
export type OfferProblem = 'price_out_of_bounds' | 'delivery_out_of_bounds' | 'answer_out_of_bounds'

/** The first reason why an offer can't be made, or null. */
export function validateOffer({ priceMinor, deliveryDays, answerHours }: Offer): OfferProblem | null {
  const { minMinor, maxMinor, maxDeliveryDays, maxAnswerHours } = CUSTOM_REQUEST
  if (priceMinor < minMinor || priceMinor > maxMinor || priceMinor % MINOR_PER_UNIT !== 0n) return 'price_out_of_bounds'
  if (!Number.isInteger(deliveryDays) || deliveryDays < 1 || deliveryDays > maxDeliveryDays)
    return 'delivery_out_of_bounds'
  if (!Number.isInteger(answerHours) || answerHours < 1 || answerHours > maxAnswerHours) return 'answer_out_of_bounds'
  return null
}
