import { data, redirect } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { failureText } from '#app/domain/payments/failure-text.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import type { CallbackView } from '#app/domain/purchases/callback-view.ts'
import { destinationOfPass, destinationOfTopUp, returnQueryOf } from '#app/domain/products/intent.ts'
import { findPayment, type PaymentDetails, type PaymentView } from '#app/domain/purchases/queries.server.ts'
import { recheckPurchase } from '#app/domain/purchases/recheck-purchase.server.ts'
import { REDIRECT_SECONDS } from '#app/domain/settings/constants.ts'
import { now } from '#app/platform/clock.ts'
import type { RouteHandle } from '#app/root.tsx'
import { topUpLink } from '#app/web/components/wallet-links.ts'
import { actorContext } from '#app/web/context.server.ts'
import { setCookie } from '#app/web/cookies.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerAbandon, checkReturnedTransfer, postedReference, waitingEndOf } from '#app/web/checkout/return.server.ts'
import { knownCheckoutSession } from '#app/web/checkout/session.server.ts'
import { withReturn } from '#app/web/return-route.ts'
import { showMoment } from '#app/web/show-moment.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PaymentCallbackView, type CallbackPage } from './payment-callback-view.tsx'
import { nextPartOf, wayBackOf } from './payment-onward.ts'
import { whatWasGiven } from '#app/web/public/payment-texts.server.ts'
import type { Route } from './+types/payment-callback'

export const handle = { shell: 'focused' } satisfies RouteHandle

const QUARTER_OF_AN_HOUR_MS = 15 * 60_000

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const headers = { 'cache-control': 'private, no-store' }
  const back = await checkReturnedTransfer(request, url, actor)
  const again = url.pathname + url.search
  if (back.kind === 'invalid') return data<CallbackPage>({ view: 'invalid' }, { headers })
  if (back.kind === 'outage')
    return data<CallbackPage>({ view: 'check_failed', facts: null, again }, { status: 503, headers })
  const { payment, checkoutToken } = back
  // The creator fee has its own page.
  if (payment.kind === 'creator_fee') throw redirect(`/creator-subscription-callback${url.search}`, 303)
  const description = back.view === 'success' ? await whatWasGiven(payment, actor) : null
  const page = pageOf(payment, back.view, actor, { again, description })
  // The browser that paid may enter the code from the new account's email.
  const knows = page.view === 'success' && page.codeHref !== null && checkoutToken !== null
  return data<CallbackPage>(page, {
    headers: knows ? { ...headers, 'set-cookie': setCookie('browser', checkoutToken) } : headers,
  })
}

/** "I have approved": asks the gateway at once. "Stop waiting": abandons the payment. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const reference = await postedReference(request, url)
  if (reference === null) return redirect('/payment-callback', 303)
  const path = `/payment-callback?tx_ref=${reference}`
  if (url.searchParams.has('stop')) {
    const actor = context.get(actorContext)
    const payment = await findPayment(reference, {
      accountId: actor?.id ?? null,
      checkoutToken: knownCheckoutSession(request),
    })
    return answerAbandon(request, actor, reference, { path, again: tryAgainOf(payment?.details ?? null) })
  }
  const check = await recheckPurchase({ txRef: reference }).catch(() => ({ kind: 'unavailable' as const }))
  if (check?.kind === 'unavailable')
    return redirectWithToast(path, {
      title: 'Verification Error',
      description: 'Failed to verify payment',
      tone: 'error',
    })
  return redirect(path, 303)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Payment', matches)
}

type Returned = Extract<CallbackPage, { view: 'being_returned' }>

function returnedOf(facts: Returned['facts'], reasons: readonly string[]): Returned {
  if (reasons.includes('paid_twice')) return { view: 'being_returned', facts, because: 'paid_twice' }
  // The amount received differs from the price, so the price is not shown.
  if (reasons.includes('unmatched'))
    return { view: 'being_returned', facts: { ...facts, receipt: null }, because: 'unmatched' }
  return { view: 'being_returned', facts, because: 'gone' }
}

function pageOf(
  payment: PaymentView,
  view: CallbackView,
  actor: Actor,
  { again, description }: { again: string; description: string | null },
): CallbackPage {
  const { details } = payment
  const facts = {
    short: shortReference(payment.reference),
    reference: payment.reference,
    receipt: details && receiptOf(details),
  }
  switch (view) {
    case 'success':
      return { view, facts, description, ...successOf(payment, actor) }
    case 'being_returned':
      return returnedOf(facts, details?.refundReasons ?? [])
    case 'cancelled':
    case 'failed':
      return {
        view,
        facts,
        reason: payment.failureCode ? failureText(payment.failureCode) : null,
        declined: payment.failureCode === 'DECLINED_BY_USER',
        link: details?.link ?? null,
        tryAgainHref: tryAgainOf(details),
        live: payment.state === 'awaiting_customer',
      }
    case 'in_review':
      return { view, facts }
    case 'unanswered':
      return { view, facts, waits: waitingEndOf(payment) }
    case 'check_failed':
      return { view, facts, again }
    case 'waiting':
      return {
        view,
        facts,
        link: details?.link ?? null,
        sentAt: details ? showClock(details.startedAt) : null,
        otherWayHref: details ? (payment.kind === 'pass' ? payAgainOf(details) : tryAgainOf(details)) : null,
        slow: details !== null && now().getTime() - details.startedAt.getTime() > QUARTER_OF_AN_HOUR_MS,
        onTheWay: payment.state === 'processing',
        opens: payment.kind === 'wallet_top_up' ? 'Your wallet is topped up' : 'Your access opens',
      }
    default:
      return view satisfies never
  }
}

function receiptOf(details: PaymentDetails) {
  return {
    amount: formatMoney(details.price),
    product: details.productName,
    label: details.facts.kind === 'pass' ? 'Plan' : 'For',
    date: `${showMoment(details.settledAt ?? details.startedAt)} EAT`,
  }
}

/** Where a success continues, and after how many seconds. Paying never signs anyone in. */
function successOf(payment: PaymentView, actor: Actor) {
  const { details } = payment
  const common = {
    until: details?.endsAt ? showDate(details.endsAt) : null,
    email: details?.email ?? null,
    back: details && wayBackOf(details),
    button: 'Continue',
  }
  if (!actor && details?.userCreated) return { ...common, codeHref: '/auth/code', continueHref: null, seconds: null }
  if (!actor) {
    const returnTo = details?.intent.creator ? returnQueryOf(details.intent) : ''
    return {
      ...common,
      codeHref: null,
      continueHref: withReturn('/auth?message=payment-success', returnTo),
      seconds: REDIRECT_SECONDS.toSignIn,
    }
  }
  const part = details && nextPartOf(details)
  if (part) return { ...common, ...part, back: null, codeHref: null, seconds: null }
  return { ...common, codeHref: null, continueHref: afterPayment(details, actor), seconds: REDIRECT_SECONDS.success }
}

function afterPayment(details: PaymentDetails | null, actor: NonNullable<Actor>): string {
  if (!actor.profileCompleted)
    return details ? withReturn('/profile-setup', returnQueryOf(details.intent)) : '/profile-setup'
  if (!details) return '/unblocked-feed'
  if ('creatorId' in details.facts) return `/gal/${details.facts.creatorId}`
  if (details.facts.kind === 'wallet_top_up') return destinationOfTopUp(details.intent) ?? '/wallet'
  return destinationOfPass(details.intent)
}

function tryAgainOf(details: PaymentDetails | null): string {
  if (!details) return '/viewer-onboarding'
  const { facts } = details
  switch (facts.kind) {
    case 'post_unlock':
      return `/gal/${facts.creatorId}`
    case 'tip':
      return `/tip/${facts.creatorId}`
    case 'creator_subscription':
      return `/creators/${facts.creatorId}/subscribe`
    case 'pass':
      return `/viewer-onboarding?step=3&plan=${facts.plan}`
    case 'creator_fee':
      return '/creator-subscription'
    case 'wallet_top_up':
      return topUpLink(
        { ...details.price, amountMinor: details.price.amountMinor + BigInt(facts.restMinor) },
        details.intent,
      )
    default:
      return facts satisfies never
  }
}

function payAgainOf(details: PaymentDetails): string {
  if (details.facts.kind !== 'pass') return '/subscribe'
  const currency = details.price.currency
  if (details.intent.from === 'onboarding')
    return `/viewer-onboarding/plan?${new URLSearchParams({ currency, pay: details.facts.plan })}`
  const query = new URLSearchParams({ ...details.intent, currency, pay: details.facts.plan })
  return `/subscribe?${query}`
}

export default function PaymentCallback({ loaderData }: Route.ComponentProps) {
  return <PaymentCallbackView page={loaderData} />
}
