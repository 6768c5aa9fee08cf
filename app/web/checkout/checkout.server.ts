import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { networkOf, readMobileNumber } from '#app/domain/payments/mobile-network.ts'
import { PaymentForm } from '#app/domain/payments/schemas.ts'
import { showDate } from '#app/platform/dates.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { minTopUp } from '#app/domain/products/wallet-top-up/top-up.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { missingFor } from '#app/domain/wallet/wallet.ts'
import { log } from '#app/platform/log.server.ts'
import { refuse } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { messageOf } from '#app/web/catalogue.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import { topUpAt } from '#app/domain/products/wallet-top-up/top-up-at.ts'
import { addressOf } from '#app/target-address.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import {
  type FieldErrors,
  fieldErrors,
  type FormAnswer,
  type FormErrors,
  type FormValues,
} from '#app/web/form-answer.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { refusalResponse } from '#app/web/checkout/refusals.server.ts'
import type { Checkout, PaymentFormData, WalletOffer } from './checkout.ts'
import type { Query, Sale } from './sale.ts'

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> }
/** The headers of a page with a checkout: the browser that starts a payment is known by a cookie. */
export function checkoutHeaders(request: Request): Query {
  return { 'set-cookie': checkoutSessionOf(request).cookie }
}

/** The checkout of a page for a signed-in buyer. The wallet is left out where the address asks for the payment page. */
export async function checkoutLoader(url: URL, actor: Person, sale: Sale, price: Money): Promise<Checkout> {
  const directly = (more: Query = {}) => sale.address({ pay: 'direct', ...more })
  const direct = url.searchParams.get('pay') === 'direct' || url.searchParams.get('change') === '1'
  return {
    form: paymentForm(url, actor, price, directly),
    wallet: direct ? null : await walletOffer(actor, price, sale),
    directHref: directly(),
  }
}

/** The form that leads to the payment page; `address` is its own, which a visitor has too. */
export function paymentForm(url: URL, actor: Actor, price: Money, address: (more?: Query) => string): PaymentFormData {
  const changing = url.searchParams.get('change') === '1'
  return {
    action: address(changing ? { change: '1' } : {}),
    attempt: randomToken(),
    shownMinor: price.amountMinor.toString(),
    mobileMoney: price.currency === 'UGX',
    payer: actor && {
      name: actor.displayName ?? '',
      email: actor.email,
      changeHref: changing || !actor.displayName ? null : address({ change: '1' }),
    },
    phone: actor?.phone ?? '',
  }
}

/** A balance compared with a price: what is left afterwards, or what is missing. */
export function compareBalance(balance: Money, price: Money): Pick<WalletOffer, 'balance' | 'after' | 'missing'> {
  const missing = missingFor(price, balance)
  const after = { ...price, amountMinor: balance.amountMinor - price.amountMinor }
  return {
    balance: formatMoney(balance),
    after: missing ? null : formatMoney(after),
    missing: missing && formatMoney(missing),
  }
}

/** A person's wallet balance compared with a price; null if the price is not in shillings. */
export async function walletOffer(person: Person, price: Money, sale: Sale): Promise<WalletOffer | null> {
  if (price.currency !== 'UGX') return null
  const [balance, { wallet: walletOn }] = await Promise.all([walletBalance(person.id), settings()])
  const missing = missingFor(price, balance)
  const sum = missing && walletOn ? minTopUp(missing) : null
  return {
    action: sale.address({ pay: 'wallet' }),
    ...compareBalance(balance, price),
    topUp: sum && { sum: formatMoney(sum), href: addressOf(topUpAt(sum, sale.topUpFor)) },
    attempt: randomToken(),
    shownMinor: price.amountMinor.toString(),
  }
}

/** Takes the order of a posted checkout form: redirects to the payment page or to what was bought, or returns the form with its errors. */
export function checkoutAction(args: Args, sale: Sale) {
  return sale.from === 'gateway' ? payAtGateway(args, sale) : payFromOwnBalance(args, sale)
}

async function payAtGateway({ request, context }: Args, sale: Sale) {
  const form = await parseForm(request, PaymentForm)
  if (!form.ok) return data<FormAnswer>({ ok: false, errors: errorsOf(form.errors), values: kept(form.values) }, 400)
  const callbackPath = addressOf(labelsOf(sale.order.kind).shownAt)
  const { name, email, method, phone, network, attempt, shown } = form.value
  const checkout = checkoutSessionOf(request)
  const actor = context.get(actorContext)
  const { origin, network: clientNetwork } = context.get(requestFactsContext)
  const result = await placeOrder(actor, {
    from: 'gateway',
    product: sale.order,
    payer: {
      name,
      email: actor?.email ?? email,
      method,
      phone: readMobileNumber(phone),
      network: network || networkOf(phone),
    },
    returnTo: sale.returnTo ?? {},
    typedPhone: phone,
    attempt,
    shownMinor: readShown(shown),
    checkoutToken: checkout.token,
    returnUrl: `${origin}${callbackPath}`,
    network: clientNetwork,
  }).catch((error: unknown) => {
    log.error({ err: error }, 'a payment could not be started')
    return refuse({ kind: 'gateway_refused', message: null })
  })
  if (!result.ok) return refusalResponse(result.refusal, sale, kept(form.value))
  const { link, reference, completed } = result.value
  if (completed)
    return redirectWithToast(addressOf(completed.foundAt), nothingToPay(completed.endsAt), [checkout.cookie])
  return redirect(link ?? `${callbackPath}?tx_ref=${reference}`, {
    status: 303,
    headers: { 'set-cookie': checkout.cookie },
  })
}

/** The fields that every form that pays from a balance sends, beside its own; none of them sets the price. */
const BalanceForm = z.object({
  attempt: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/, 'This form is too old. Please try again.'),
  shown: z.string().max(40).default(''),
})

async function payFromOwnBalance({ request, context }: Args, sale: Exclude<Sale, { from: 'gateway' }>) {
  const actor = context.get(actorContext)
  if (!actor) return redirect(sale.address(), 303)
  const form = await parseForm(request, BalanceForm)
  if (!form.ok) return refuseForm({ status: 400, title: 'Payment Error', description: Object.values(form.errors)[0]! })
  const { attempt, shown } = form.value
  const result = await placeOrder(actor, {
    product: sale.order,
    from: sale.from,
    returnTo: sale.returnTo ?? {},
    attempt,
    shownMinor: readShown(shown),
  })
  if (!result.ok) return refusalResponse(result.refusal, sale, {})
  const { path, ...toast } = sale.bought
  return redirectWithToast(path, toast)
}

/** The price that a form showed, in minor units; null if it can't be read. */
function readShown(shown: string): bigint | null {
  return /^\d{1,18}$/.test(shown) ? BigInt(shown) : null
}

/** The typed values come back without the form's token, so that the next attempt is a new one unless the page keeps the token. */
function kept(values: FormValues): FormValues {
  const { name = '', email = '', phone = '', method = '', network = '', attempt = '' } = values
  return { name, email, phone, method, network, attempt }
}

const FIELD_TITLES: Record<string, string> = {
  [messageOf('payment.missing').description]: messageOf('payment.missing').title,
  [messageOf('payment.phone').description]: messageOf('payment.phone').title,
}

/** Fields without a control to go to. */
const HIDDEN: readonly string[] = ['attempt', 'shown']

/** The summary shows the sentence, the field the short title, both as the specification quotes them. */
function errorsOf(errors: FieldErrors): FormErrors {
  const atControls = Object.entries(errors).map(([field, message]) => [
    HIDDEN.includes(field) ? `form-${field}` : field,
    message,
  ])
  const { title, summary, fields } = fieldErrors(Object.fromEntries(atControls), 'There is a problem')
  const titles = Object.entries(fields).map(([field, message]) => [field, FIELD_TITLES[message] ?? message])
  return { title, summary, fields: Object.fromEntries(titles) }
}

function nothingToPay(endsAt: Date | null): { title: string; description: string } {
  return {
    title: 'You have full access',
    description: endsAt ? `There was nothing to pay. Until ${showDate(endsAt)}.` : 'There was nothing to pay.',
  }
}
