import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import type { Intent } from '#app/domain/products/intent.ts'
import {
  type BalanceInput,
  type BalanceRefusal,
  payFromBalance,
} from '#app/domain/purchases/pay-from-balance.server.ts'
import { minTopUp } from '#app/domain/products/wallet-top-up/top-up.ts'
import { promoText } from '#app/domain/promotions/promo.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { missingFor } from '#app/domain/wallet/wallet.ts'
import { unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { WalletOffer } from '#app/web/checkout/balance-form.tsx'
import type { PaymentFormErrors } from '#app/web/checkout/payment-form.tsx'
import { topUpLink } from './components/wallet-links.ts'
import { actorContext } from './context.server.ts'
import { parseForm } from './forms.server.ts'

/** The fields that every form that pays from a balance sends, beside its own; none of them sets the price. */
const BalanceForm = z.object({
  attempt: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/, 'This form is too old. Please try again.'),
  shown: z.string().max(40).default(''),
})

type Wanted = {
  product: BalanceInput['product']
  from?: BalanceInput['from']
  intent: Intent
  /** The page of the form. It redirects people who may not buy to what they need first. */
  formAddress: string
  /** Where to go after the purchase. */
  bought: (purchaseId: string) => Response
}

/** A person's wallet balance compared with a price, for the form; null if the price is not in shillings. */
export async function walletOffer(person: Person, price: Money, requested: Intent): Promise<WalletOffer | null> {
  if (price.currency !== 'UGX') return null
  const [balance, { wallet: walletOn }] = await Promise.all([walletBalance(person.id), settings()])
  const missing = missingFor(price, balance)
  const sum = missing && minTopUp(missing)
  return {
    balance: formatMoney(balance),
    after: missing
      ? null
      : formatMoney({ amountMinor: balance.amountMinor - price.amountMinor, currency: price.currency }),
    missing: missing && formatMoney(missing),
    topUp: sum && walletOn ? { sum: formatMoney(sum), href: topUpLink(sum, requested) } : null,
    attempt: randomToken(),
    shownMinor: price.amountMinor.toString(),
  }
}

/** Handles a posted `BalanceForm`: redirects to what was bought, or returns the form with its errors. */
export async function answerBalanceForm(request: Request, context: Readonly<RouterContextProvider>, wanted: Wanted) {
  const actor = context.get(actorContext)
  if (!actor) return redirect(wanted.formAddress, 303)
  const form = await parseForm(request, BalanceForm)
  if (!form.ok) return formError(Object.values(form.errors)[0] ?? 'This form could not be read.', 400)
  const { attempt, shown } = form.value
  const result = await payFromBalance(actor, {
    product: wanted.product,
    from: wanted.from ?? 'wallet',
    intent: wanted.intent,
    attempt,
    shownMinor: /^\d{1,18}$/.test(shown) ? BigInt(shown) : null,
  })
  return result.ok ? wanted.bought(result.value.purchaseId) : refusalAnswer(result.refusal, wanted)
}

function formError(message: string, status: number, title = 'Payment Error') {
  return data({ errors: { title, summary: [{ message }], fields: {} } satisfies PaymentFormErrors, values: {} }, status)
}

function refusalAnswer(refusal: BalanceRefusal, wanted: Wanted) {
  switch (refusal.kind) {
    case 'not_permitted':
      return refusal.reason === 'account_closed'
        ? formError('This account can\u2019t buy anything. Support can tell you why.', 403)
        : redirect(wanted.formAddress, 303)
    case 'not_for_sale':
      return formError('This is no longer for sale.', 409)
    case 'not_sold_there':
      return formError('This plan isn\u2019t sold in your country. Nothing was paid.', 409)
    case 'promo_refused':
      return formError(`${promoText(refusal.reason)} Nothing was paid.`, 409)
    case 'amount_out_of_bounds':
      return formError(
        `Choose an amount in whole shillings between ${formatMoney(refusal.least)} and ${formatMoney(refusal.most)}.`,
        400,
      )
    case 'price_changed':
      return formError(`The price has changed. It is ${formatMoney(refusal.price)} now.`, 409)
    case 'stale_form':
      return formError('This form was replaced by a newer one. Please check it and pay again.', 409)
    case 'balance_takes_shillings':
      return formError('A balance pays in UGX only. Choose UGX, or pay by card.', 400)
    case 'too_many_spends':
      return formError(
        'You have made many payments in one minute. This one was not charged. Please wait a minute and try again.',
        429,
      )
    case 'balance_too_small':
      return tooSmall(refusal, wanted)
    default:
      return unreachable(refusal)
  }
}

function tooSmall(refusal: Extract<BalanceRefusal, { kind: 'balance_too_small' }>, wanted: Wanted) {
  const has = wanted.from === 'earnings' ? 'Your available earnings hold' : 'Your wallet holds'
  return formError(
    `${has} ${formatMoney(refusal.balance)}: you need ${formatMoney(refusal.missing)} more. Nothing was paid.`,
    409,
  )
}
