import { data, redirect } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { failureText } from '#app/domain/payments/failure-text.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import type { CallbackView } from '#app/domain/purchases/callback-view.ts'
import { returnQueryOf } from '#app/domain/products/intent.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import { findPayment, type PaymentDetails, type PaymentView } from '#app/domain/purchases/queries.server.ts'
import { recheckPurchase } from '#app/domain/purchases/recheck-purchase.server.ts'
import { REDIRECT_SECONDS } from '#app/domain/settings/constants.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import type { RouteHandle } from '#app/root.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { setCookie } from '#app/web/cookies.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerAbandon, checkReturnedTransfer, postedReference, waitingEndOf } from '#app/web/checkout/return.server.ts'
import { knownCheckoutSession } from '#app/web/checkout/session.server.ts'
import { withReturn } from '#app/web/return-route.ts'
import { showMoment } from '#app/web/show-moment.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PaymentCallbackView, type CallbackPage } from './payment-callback-view.tsx'
import type { Route } from './+types/payment-callback'

export const handle = { shell: 'focused' } satisfies RouteHandle

const PATH = '/payment-callback'
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
  const { callbackPath } = labelsOf(payment.kind)
  // The creator fee has its own page.
  if (callbackPath !== PATH) throw redirect(`${callbackPath}${url.search}`, 303)
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
  if (reference === null) return redirect(PATH, 303)
  const path = `${PATH}?tx_ref=${reference}`
  if (url.searchParams.has('stop')) {
    const actor = context.get(actorContext)
    const payment = await findPayment(reference, {
      accountId: actor?.id ?? null,
      checkoutToken: knownCheckoutSession(request),
    })
    return answerAbandon(request, actor, reference, { path, again: tryAgainOf(payment) })
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
        tryAgainHref: tryAgainOf(payment),
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
        otherWayHref: details && (labelsOf(payment.kind).otherWayAt?.(details) ?? tryAgainOf(payment)),
        slow: details !== null && now().getTime() - details.startedAt.getTime() > QUARTER_OF_AN_HOUR_MS,
        onTheWay: payment.state === 'processing',
        opens: labelsOf(payment.kind).opens,
      }
    default:
      return view satisfies never
  }
}

function receiptOf(details: PaymentDetails) {
  return {
    amount: formatMoney(details.price),
    product: details.productName,
    label: labelsOf(details.facts.kind).receiptLabel,
    date: `${showMoment(details.settledAt ?? details.startedAt)} EAT`,
  }
}

/** Where a success continues, and after how many seconds. Paying never signs anyone in. */
function successOf(payment: PaymentView, actor: Actor) {
  const { details } = payment
  const common = {
    until: details?.endsAt ? showDate(details.endsAt) : null,
    email: details?.email ?? null,
    back: details && labelsOf(payment.kind).wayBack(details.intent),
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
  const next = details && labelsOf(payment.kind).nextPayment(details.facts, details.intent)
  if (next) {
    const button = `Pay the next ${formatMoney(next.sum)}`
    return { ...common, continueHref: next.href, button, back: null, codeHref: null, seconds: null }
  }
  return { ...common, codeHref: null, continueHref: afterPayment(details, actor), seconds: REDIRECT_SECONDS.success }
}

function afterPayment(details: PaymentDetails | null, actor: NonNullable<Actor>): string {
  if (!actor.profileCompleted)
    return details ? withReturn('/profile-setup', returnQueryOf(details.intent)) : '/profile-setup'
  if (!details) return '/unblocked-feed'
  const { facts, intent } = details
  const labels = labelsOf(facts.kind)
  return labels.continueAt?.(facts, intent) ?? labels.foundAt(facts, intent)
}

function tryAgainOf(payment: PaymentView | null): string {
  return payment?.details ? labelsOf(payment.kind).retryAt(payment.details) : '/viewer-onboarding'
}

/** What was bought, in a sentence; null for a pass, which has its own text, and for viewers who may not know. */
async function whatWasGiven({ details, isBuyer }: PaymentView, actor: Actor): Promise<string | null> {
  if (!details) return null
  const labels = labelsOf(details.facts.kind)
  const text = labels.given(details.facts, details.price)
  if (!labels.fillsWallet || !actor || !isBuyer) return text
  return `${text} It holds ${formatMoney(await walletBalance(actor.id))} now.`
}

export default function PaymentCallback({ loaderData }: Route.ComponentProps) {
  return <PaymentCallbackView page={loaderData} />
}
