import { data, redirect, type RouterContextProvider } from 'react-router'
import { formatMoney } from '#app/domain/money/money.ts'
import { networkOf, readMobileNumber } from '#app/domain/payments/mobile-network.ts'
import { showDate } from '#app/platform/dates.ts'
import { promoText } from '#app/domain/promotions/promo.ts'
import { PaymentForm } from '#app/domain/payments/schemas.ts'
import type { Intent } from '#app/domain/products/intent.ts'
import { startPurchase, type StartInput, type StartRefusal } from '#app/domain/purchases/start-purchase.server.ts'
import { log } from '#app/platform/log.server.ts'
import { refuse, unreachable } from '#app/platform/result.ts'
import { said } from '#app/web/catalogue.ts'
import { readReturn } from '#app/web/return-route.ts'
import type { PaymentFormErrors } from './payment-form.tsx'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'

type Wanted = {
  product: StartInput['product']
  intent: Intent
  formAddress: string
  /** Where the payment page sends the buyer back to. */
  callbackPath?: string
  /** The message when the payment page could not be opened, if not the default. */
  failed?: string
}

const CALLBACK = '/payment-callback'

/**
 * Handles a posted payment form: redirects to the payment page, or returns the form with its values and errors. Amounts in the form are
 * only compared with ours.
 */
export async function answerPaymentForm(request: Request, context: Readonly<RouterContextProvider>, wanted: Wanted) {
  const form = await parseForm(request, PaymentForm)
  if (!form.ok) return data({ errors: fieldErrors(form.errors), values: kept(form.values) }, 400)
  const { callbackPath = CALLBACK } = wanted
  const { name, email, method, phone, network, attempt, shown } = form.value
  const checkout = checkoutSessionOf(request)
  const actor = context.get(actorContext)
  const { origin, network: clientNetwork } = context.get(requestFactsContext)
  const result = await startPurchase(actor, {
    product: wanted.product,
    payer: {
      name,
      email: actor?.email ?? email,
      method,
      phone: readMobileNumber(phone),
      network: network || networkOf(phone),
    },
    intent: wanted.intent,
    typedPhone: phone,
    attempt,
    shownMinor: /^\d{1,18}$/.test(shown) ? BigInt(shown) : null,
    checkoutToken: checkout.token,
    returnUrl: `${origin}${callbackPath}`,
    network: clientNetwork,
  }).catch((error: unknown) => {
    log.error({ err: error }, 'a payment could not be started')
    return refuse({ kind: 'gateway_refused', message: null })
  })
  if (result.ok) {
    const { link, reference, given } = result.value
    if (given) return redirectWithToast(given.address, nothingToPay(given.endsAt), [checkout.cookie])
    return redirect(link ?? `${callbackPath}?tx_ref=${reference}`, {
      status: 303,
      headers: { 'set-cookie': checkout.cookie },
    })
  }
  return refusalAnswer(result.refusal, wanted, kept(form.value))
}

/** The typed values come back without the form's token, so that the next attempt is a new one unless the page keeps the token. */
function kept(values: Record<string, string>): Record<string, string> {
  const { name = '', email = '', phone = '', method = '', network = '', attempt = '' } = values
  return { name, email, phone, method, network, attempt }
}

const FIELD_TITLES: Record<string, string> = {
  [said('payment.missing').description]: said('payment.missing').title,
  [said('payment.phone').description]: said('payment.phone').title,
}

/** The summary shows the sentence, the field the short title, both as the specification quotes them. */
function fieldErrors(errors: Record<string, string>): PaymentFormErrors {
  const summary = Object.entries(errors).map(([field, message]) => ({
    fieldId: ['attempt', 'shown'].includes(field) ? undefined : field,
    message,
  }))
  const seen = new Set<string>()
  return {
    title: 'There is a problem',
    summary: summary.filter(({ message }) => !seen.has(message) && seen.add(message)),
    fields: Object.fromEntries(
      Object.entries(errors).map(([field, message]) => [field, FIELD_TITLES[message] ?? message]),
    ),
  }
}

function formError(message: string, values: Record<string, string>, status: number, title = 'Payment Error') {
  return data({ errors: { title, summary: [{ message }], fields: {} } satisfies PaymentFormErrors, values }, status)
}

function refusalAnswer(refusal: StartRefusal, wanted: Wanted, values: Record<string, string>) {
  switch (refusal.kind) {
    case 'not_permitted':
      return permissionAnswer(refusal.reason, wanted, values)
    case 'not_for_sale':
      return formError('This is no longer for sale.', values, 409)
    case 'not_sold_there':
      return formError('This plan isn\u2019t sold in your country. Nothing was charged.', values, 409)
    case 'promo_refused':
      return formError(`${promoText(refusal.reason)} Nothing was charged.`, values, 409, 'Promo code')
    case 'free_needs_account':
      return redirectWithToast(signInFor(wanted), {
        title: 'Nothing to pay',
        description: 'Sign in to get your pass. Your code is kept.',
      })
    case 'amount_out_of_bounds':
      return formError(
        `Choose an amount in whole shillings between ${formatMoney(refusal.least)} and ${formatMoney(refusal.most)}.`,
        values,
        400,
      )
    case 'mobile_money_takes_shillings':
      return formError('Mobile money pays in UGX only. Choose UGX, or pay by card.', values, 400)
    case 'amount_too_small':
      return formError('This amount is too small to be paid this way.', values, 400)
    case 'amount_too_large':
      return formError('Mobile money allows at most UGX\u00a05,000,000 at once. Please pay by card.', values, 400)
    case 'price_changed':
      return formError(`The price has changed. It is ${formatMoney(refusal.price)} now.`, values, 409)
    case 'stale_form':
      return formError(
        'This form was replaced by a newer one. Please check it and pay again.',
        { ...values, attempt: '' },
        409,
      )
    case 'too_many_starts':
      return formError(
        'You have started many payments. Nothing was charged for this one. Please wait an hour and try again.',
        values,
        429,
      )
    case 'record_not_made':
      return formError(wanted.failed ?? said('payment.not_recorded').description, values, 503)
    case 'check_failed':
      return formError(said('payment.not_verified').description, values, 409, said('payment.not_verified').title)
    case 'link_not_received':
      return formError(wanted.failed ?? said('payment.no_link').description, values, 409)
    case 'gateway_refused':
      return formError(refusal.message ?? wanted.failed ?? said('payment.failed_to_start').description, values, 409)
    default:
      return unreachable(refusal)
  }
}

/** After sign-in, back to the same form. */
function signInFor({ formAddress, product }: Wanted): string {
  const query = new URLSearchParams(formAddress.split('?')[1])
  if (product.kind === 'pass') query.set('pay', product.plan)
  query.set('return', 'subscribe')
  return `/auth?${readReturn(query)}`
}

function nothingToPay(endsAt: Date | null): { title: string; description: string } {
  return {
    title: 'You have full access',
    description: endsAt ? `There was nothing to pay. Until ${showDate(endsAt)}.` : 'There was nothing to pay.',
  }
}

function permissionAnswer(
  reason: Extract<StartRefusal, { kind: 'not_permitted' }>['reason'],
  wanted: Wanted,
  values: Record<string, string>,
) {
  switch (reason) {
    case 'already_entitled':
      return redirectWithToast('/unblocked-feed', ALREADY_SUBSCRIBED)
    case 'already_unlocked':
    case 'own_post':
    case 'own_page':
    case 'sign_in_required':
    case 'profile_incomplete':
    case 'pass_required':
    case 'not_a_creator':
    case 'application_missing':
    case 'application_rejected':
    case 'week_waiting':
    case 'already_visible':
    case 'wallet_off':
      // The page itself redirects each of them.
      return redirect(wanted.formAddress, 303)
    case 'account_closed':
      return formError('This account can\u2019t buy anything. Support can tell you why.', values, 403)
    default:
      return unreachable(reason)
  }
}

export const ALREADY_SUBSCRIBED = said('plans.already')
