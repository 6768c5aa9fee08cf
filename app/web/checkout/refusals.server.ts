import { redirect } from 'react-router'
import { formatMoney } from '#app/domain/money/money.ts'
import { promoText } from '#app/domain/promotions/promo.ts'
import type { OrderRefusal } from '#app/domain/purchases/place-order.server.ts'
import { to } from '#app/links.ts'
import { messageOf } from '#app/web/catalogue.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import type { FormValues } from '#app/web/form-answer.ts'
import { refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { DenialPlaces, Sale } from './sale.ts'

export type Denial = Extract<OrderRefusal, { kind: 'not_permitted' }>['reason']

type DenialAnswer = { place: keyof DenialPlaces } | { path: string } | { message: string; title?: string }

/** What each denial means, on every page that sells. */
const DENIALS: Record<Denial, DenialAnswer> = {
  sign_in_required: { place: 'entry' },
  pass_required: { place: 'entry' },
  profile_incomplete: { place: 'setup' },
  own_post: { place: 'page' },
  own_page: { place: 'page' },
  already_unlocked: { place: 'page' },
  already_visible: { place: 'page' },
  wallet_off: { place: 'page' },
  already_entitled: { place: 'entitled' },
  not_a_creator: { path: to.feed },
  application_missing: { path: to.creatorOnboarding.intro },
  application_rejected: { path: to.dashboard },
  week_waiting: { path: to.dashboard },
  account_closed: { message: 'This account can\u2019t buy anything. Support can tell you why.' },
  you_blocked: {
    title: 'Not possible',
    message: 'You blocked this creator. Unblock the conversation first. Nothing was charged.',
  },
  blocked: {
    title: 'Not possible',
    message: 'This isn\u2019t possible on this page. Nothing was charged, and what you bought stays yours.',
  },
}

/** The sentence of a denial that no other page can help with; null for one that leads to another page. */
export function denialMessage(reason: Denial): string | null {
  const answer = DENIALS[reason]
  return 'message' in answer ? answer.message : null
}

/** The answer to a visit by somebody who may not buy: what they need first, or what they have already. */
export function denyVisit(reason: Denial, places: DenialPlaces): Response {
  const answer = DENIALS[reason]
  if ('path' in answer) return redirect(answer.path, 303)
  if ('message' in answer)
    return redirectWithToast(places.page ?? '/', {
      title: answer.title ?? 'Payment Error',
      description: answer.message,
      tone: 'error',
    })
  const place = places[answer.place]
  if (typeof place !== 'object') return redirect(place ?? '/', 303)
  const { path, ...toast } = place
  return redirectWithToast(path, toast)
}

type Message = { message: string; status: number; title?: string; newAttempt?: boolean }
type RefusalAnswers = {
  [Kind in OrderRefusal['kind']]: (refusal: Extract<OrderRefusal, { kind: Kind }>, sale: Sale) => Message | Response
}

const takesShillings = (who: string) => () => ({
  message: `${who} pays in UGX only. Choose UGX, or pay by card.`,
  status: 400,
})

/** What each refused order answers, for every product and every way to pay. */
const REFUSALS: RefusalAnswers = {
  not_permitted: ({ reason }, sale) => {
    const message = denialMessage(reason)
    if (message) return { message, status: 403 }
    // The page of the form sends everybody else on.
    return reason === 'already_entitled' && sale.entitled ? denyVisit(reason, sale) : redirect(sale.address(), 303)
  },
  not_for_sale: () => ({ message: 'This is no longer for sale.', status: 409 }),
  not_sold_there: () => ({
    message: 'This plan isn\u2019t sold in your country. Nothing was charged.',
    status: 409,
  }),
  promo_refused: ({ reason }) => ({
    message: `${promoText(reason)} Nothing was charged.`,
    status: 409,
    title: 'Promo code',
  }),
  free_needs_account: (_, sale) =>
    redirectWithToast(withReturnTo(to.signIn, sale.address()), {
      title: 'Nothing to pay',
      description: 'Sign in to get your pass. Your code is kept.',
    }),
  amount_out_of_bounds: ({ min, max }) => ({
    message: `Choose an amount in whole shillings between ${formatMoney(min)} and ${formatMoney(max)}.`,
    status: 400,
  }),
  mobile_money_takes_shillings: takesShillings('Mobile money'),
  balance_takes_shillings: takesShillings('A balance'),
  amount_too_small: () => ({ message: 'This amount is too small to be paid this way.', status: 400 }),
  amount_too_large: () => ({
    message: 'Mobile money allows at most UGX\u00a05,000,000 at once. Please pay by card.',
    status: 400,
  }),
  balance_too_small: ({ balance, missing }, { from }) => ({
    message: `${from === 'earnings' ? 'Your available earnings hold' : 'Your wallet holds'} ${formatMoney(balance)}: you need ${formatMoney(missing)} more. Nothing was paid.`,
    status: 409,
  }),
  price_changed: ({ price }) => ({
    message: `The price has changed. It is ${formatMoney(price)} now.`,
    status: 409,
  }),
  stale_form: () => ({
    message: 'This form was replaced by a newer one. Please check it and pay again.',
    status: 409,
    newAttempt: true,
  }),
  too_many_starts: () => ({
    message: 'You have started many payments. Nothing was charged for this one. Please wait an hour and try again.',
    status: 429,
  }),
  too_many_spends: () => ({
    message: 'You have made many payments in one minute. This one was not charged. Please wait a minute and try again.',
    status: 429,
  }),
  record_not_made: (_, { failed }) => ({
    message: failed ?? messageOf('payment.not_recorded').description,
    status: 503,
  }),
  check_failed: () => {
    const { title, description } = messageOf('payment.not_verified')
    return { message: description, status: 409, title }
  },
  link_not_received: (_, { failed }) => ({ message: failed ?? messageOf('payment.no_link').description, status: 409 }),
  gateway_refused: ({ message }, { failed }) => ({
    message: message ?? failed ?? messageOf('payment.failed_to_start').description,
    status: 409,
  }),
}

/** Answers a refused order: the form again with its message, or another page. */
export function refusalResponse(refusal: OrderRefusal, sale: Sale, values: FormValues) {
  const answerOf = REFUSALS[refusal.kind] as (refusal: OrderRefusal, sale: Sale) => Message | Response
  const answer = answerOf(refusal, sale)
  if (answer instanceof Response) return answer
  const { message, status, title = 'Payment Error', newAttempt } = answer
  return refuseForm({ status, title, description: message }, newAttempt ? { ...values, attempt: '' } : values)
}
