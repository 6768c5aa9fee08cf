import { formatMoney } from '#app/domain/money/money.ts'
import type { AskRefusal } from '#app/domain/requests/ask-request.server.ts'
import type { ConfirmRefusal } from '#app/domain/requests/confirm-price.server.ts'
import type { WithdrawRefusal } from '#app/domain/requests/withdraw-request.server.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'

const ENDED = {
  title: 'Request ended',
  description: 'It was answered or its time was over. The page shows what happened.',
}
const TOO_FAST = 'You have made many payments in one minute. Nothing was held. Please wait a minute and try again.'
const AGAIN = 'Nothing was held. Please try again.'

/** What a field needs. */
export const FIELD_TEXTS = {
  words: `Describe what you want in up to ${CUSTOM_REQUEST.wordsLength} characters`,
  wanted_by: `Choose a day from tomorrow on, within ${CUSTOM_REQUEST.maxDeliveryDays} days`,
} as const

/** Why a request was not sent, and at which field. */
export function askRefusal(refusal: AskRefusal, name: string): { status: number; field?: string; description: string } {
  switch (refusal.kind) {
    case 'words_missing_or_long':
      return {
        status: 400,
        field: 'words',
        description: FIELD_TEXTS.words,
      }
    case 'day_out_of_bounds':
      return {
        status: 400,
        field: 'wanted_by',
        description: FIELD_TEXTS.wanted_by,
      }
    case 'price_out_of_bounds':
      return {
        status: 400,
        field: 'price',
        description: `Offer at least ${formatMoney(refusal.min)}, and at most ${formatMoney({ amountMinor: CUSTOM_REQUEST.maxMinor, currency: 'UGX' })}`,
      }
    case 'kind_is_off':
      return { status: 409, field: 'kind', description: `${name} doesn\u2019t take this at the moment` }
    case 'too_many_open':
      return {
        status: 409,
        description: `You have ${CUSTOM_REQUEST.maxOpenPerFan} open requests. Wait for an answer, or withdraw one.`,
      }
    case 'too_many_withdrawn':
      return {
        status: 429,
        description: `You took back ${CUSTOM_REQUEST.maxWithdrawnPerDay} requests to ${name} within a day. Nothing was held. Ask again tomorrow.`,
      }
    case 'balance_too_small':
      return {
        status: 409,
        description: `Your wallet holds ${formatMoney(refusal.balance)}: you need ${formatMoney(refusal.missing)} more. Nothing was sent, and your words are kept.`,
      }
    case 'too_many_spends':
      return { status: 429, description: TOO_FAST }
    case 'not_permitted':
      return { status: 403, description: askDenial(refusal.reason) }
    case 'amount_not_holdable':
    case 'already_over':
    case 'held_before':
      return { status: 409, description: AGAIN }
    default:
      return refusal satisfies never
  }
}

/** The same for a blocked fan and for a creator who is not there now: who blocked whom is not said. */
function askDenial(reason: Extract<AskRefusal, { kind: 'not_permitted' }>['reason']): string {
  return reason === 'you_blocked'
    ? 'You blocked this creator. Unblock the conversation first. Nothing was held.'
    : 'You can\u2019t send a request to this creator now. Nothing was held, and what you bought stays yours.'
}

type Toast = { title: string; description: string }

/** What a refused step of the fan means; null where the request is not theirs. */
export function stepRefusal(refusal: ConfirmRefusal | WithdrawRefusal): Toast | null {
  switch (refusal.kind) {
    case 'request_missing':
      return null
    case 'request_ended':
    case 'hold_missing':
    case 'hold_ended':
    case 'hold_expired':
    case 'no_price_to_confirm':
      return ENDED
    case 'accepted_already':
      return {
        title: 'Already accepted',
        description: 'It was accepted a moment ago. It is delivered, or your money returns.',
      }
    case 'price_changed_again':
      return {
        title: 'The price has changed again',
        description: `It is ${formatMoney(refusal.price)} now. Nothing was taken.`,
      }
    case 'balance_too_small':
      return {
        title: 'Your wallet is too small',
        description: `You need ${formatMoney(refusal.missing)} more. Nothing was taken.`,
      }
    case 'too_many_spends':
      return { title: 'One moment', description: TOO_FAST }
    case 'not_permitted':
      return { title: 'Not possible now', description: 'You or the creator can\u2019t do this now. Nothing was taken.' }
    case 'amount_not_holdable':
    case 'already_over':
    case 'held_before':
      return { title: 'Not possible now', description: AGAIN }
    default:
      return refusal satisfies never
  }
}
