import { data, redirect } from 'react-router'
import { parseReturn } from '#app/gateways/flutterwave/parse-return.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { failureWords } from '#app/domain/payments/failure-text.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { showDate, showDateTime, showHour } from '#app/domain/payments/show-time.ts'
import { callbackView } from '#app/domain/purchases/callback-view.ts'
import { destinationOfPass, returnWish } from '#app/domain/purchases/intent.ts'
import { findPayment, type PaymentDetails, type PaymentView } from '#app/domain/purchases/queries.server.ts'
import { recheckPurchase } from '#app/domain/purchases/recheck-purchase.server.ts'
import { REDIRECT_SECONDS } from '#app/domain/settings/constants.ts'
import { now } from '#app/platform/clock.ts'
import { log } from '#app/platform/log.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { setCookie } from '#app/web/cookies.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { withReturn } from '#app/web/return-route.ts'
import { knownStarter } from '#app/web/starter.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PaymentCallbackView, type CallbackPage } from './payment-callback-view.tsx'
import type { Route } from './+types/payment-callback'

export const handle = { shell: 'focused' } satisfies RouteHandle

const MOST_BYTES = 10_000
const QUARTER_OF_AN_HOUR_MS = 15 * 60_000

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const back = parseReturn(url.searchParams)
  const viewer = { accountId: actor?.id ?? null, starterToken: knownStarter(request) }
  const headers = { 'cache-control': 'private, no-store' }
  if (back.reference === null) return data<CallbackPage>({ view: 'invalid' }, { headers })

  let payment: PaymentView | null
  let checkFailed = false
  let lookedNow = false
  let { claimed } = back
  try {
    payment = await findPayment(back.reference, viewer)
    if (payment && payment.state !== 'succeeded') {
      // Only whoever started it may end it by leaving; everybody else just makes us look. A try that failed ends nothing: the payment page
      // takes another.
      const left = (payment.isStarter || payment.isBuyer) && back.claimed === 'cancelled'
      const looked = await recheckPurchase({
        txRef: payment.reference,
        left,
        ...(back.providerId ? { providerId: back.providerId } : {}),
      })
      checkFailed = looked?.kind === 'unavailable'
      lookedNow = looked?.kind === 'looked'
      // "Cancelled" and "failed" are said only after a look that found no payment.
      if (looked?.kind === 'still_looking') claimed = 'nothing'
      payment = await findPayment(back.reference, viewer)
    }
  } catch (error) {
    log.error({ err: error }, 'a payment could not be shown')
    return data<CallbackPage>(
      { view: 'check_failed', facts: null, again: url.pathname + url.search },
      { status: 503, headers },
    )
  }
  if (!payment) return data<CallbackPage>({ view: 'invalid' }, { headers })
  const page = pageOf(
    payment,
    callbackView({ ...payment, claimed, checkFailed, lookedNow }),
    actor,
    url.pathname + url.search,
  )
  // The browser that paid may type the code that the new account's mail brings.
  const knows = page.view === 'success' && page.codeHref !== null && viewer.starterToken !== null
  return data<CallbackPage>(page, {
    headers: knows ? { ...headers, 'set-cookie': setCookie('browser', viewer.starterToken!) } : headers,
  })
}

/** "I have approved": a look at once, and a word where it fails. */
export async function action({ request, url }: Route.ActionArgs) {
  const reference = parseReturn(url.searchParams).reference ?? (await postedReference(request))
  if (reference === null) return redirect('/payment-callback', 303)
  const path = `/payment-callback?tx_ref=${reference}`
  const looked = await recheckPurchase({ txRef: reference }).catch(() => ({ kind: 'unavailable' as const }))
  if (looked?.kind === 'unavailable')
    return redirectWithToast(path, {
      title: 'Verification Error',
      description: 'Failed to verify payment',
      tone: 'error',
    })
  return redirect(path, 303)
}

async function postedReference(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) throw new Response('Too large', { status: 413 })
  const form = await request.formData().catch(() => null)
  const posted = form?.get('tx_ref')
  return typeof posted === 'string' ? parseReturn(new URLSearchParams({ tx_ref: posted })).reference : null
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Payment', matches)
}

function pageOf(
  payment: PaymentView,
  view: ReturnType<typeof callbackView>,
  actor: Actor,
  again: string,
): CallbackPage {
  const { details } = payment
  const facts = {
    short: shortReference(payment.reference),
    reference: payment.reference,
    receipt: details && receiptOf(details),
  }
  switch (view) {
    case 'success':
      return { view, facts, ...successOf(payment, actor) }
    case 'being_returned':
      return { view, facts, twice: details?.refundReasons.includes('paid_twice') ?? false }
    case 'cancelled':
    case 'failed':
      return {
        view,
        facts,
        reason: payment.failureCode ? failureWords(payment.failureCode) : null,
        link: details?.link ?? null,
        tryAgainHref: tryAgainOf(details),
        live: payment.state === 'awaiting_customer',
      }
    case 'in_review':
      return { view, facts }
    case 'check_failed':
      return { view, facts, again }
    case 'waiting':
      return {
        view,
        facts,
        link: details?.link ?? null,
        sentAt: details ? showHour(details.startedAt) : null,
        otherWayHref: details ? (details.kind === 'pass' ? payAgainOf(details) : tryAgainOf(details)) : null,
        slow: details !== null && now().getTime() - details.startedAt.getTime() > QUARTER_OF_AN_HOUR_MS,
        onTheWay: payment.state === 'processing',
      }
    default:
      return view satisfies never
  }
}

function receiptOf(details: PaymentDetails) {
  return {
    amount: formatMoney(details.price),
    product: details.productName,
    label: details.kind === 'pass' ? 'Plan' : 'For',
    date: showDateTime(details.settledAt ?? details.startedAt),
  }
}

/** Where a success leads and after how long. Nobody is signed in by having paid. */
function successOf(payment: PaymentView, actor: Actor) {
  const { details } = payment
  const common = {
    until: details?.passEndsAt ? showDate(details.passEndsAt) : null,
    kind: details?.kind ?? ('pass' as const),
    email: details?.email ?? null,
    back: details?.intent.creator
      ? { href: destinationOfPass(details.intent), follows: details.intent.intent === 'follow' }
      : null,
  }
  if (!actor && details?.userCreated) return { ...common, codeHref: '/auth/code', continueHref: null, seconds: null }
  if (!actor) {
    const wish = details?.intent.creator ? returnWish(details.intent) : ''
    return {
      ...common,
      codeHref: null,
      continueHref: withReturn('/auth?message=payment-success', wish),
      seconds: REDIRECT_SECONDS.toSignIn,
    }
  }
  return { ...common, codeHref: null, continueHref: afterPayment(details, actor), seconds: REDIRECT_SECONDS.success }
}

function afterPayment(details: PaymentDetails | null, actor: NonNullable<Actor>): string {
  if (!actor.profileCompleted)
    return details ? withReturn('/profile-setup', returnWish(details.intent)) : '/profile-setup'
  if (!details) return '/unblocked-feed'
  return details.facts.kind === 'post_unlock' ? `/gal/${details.facts.creatorId}` : destinationOfPass(details.intent)
}

function tryAgainOf(details: PaymentDetails | null): string {
  if (!details) return '/viewer-onboarding'
  if (details.facts.kind === 'post_unlock') return `/gal/${details.facts.creatorId}`
  return `/viewer-onboarding?step=3&plan=${details.facts.plan}`
}

function payAgainOf(details: PaymentDetails): string {
  if (details.facts.kind !== 'pass') return '/subscribe'
  const query = new URLSearchParams({ ...details.intent, currency: details.price.currency, pay: details.facts.plan })
  return `/subscribe?${query}`
}

export default function PaymentCallback({ loaderData }: Route.ComponentProps) {
  return <PaymentCallbackView page={loaderData} />
}
