import { data, redirect, type RouterContextProvider } from 'react-router'
import { parseReturn } from '#app/gateways/flutterwave/parse-return.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { abandonableFrom } from '#app/domain/payments/abandonment.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import { abandonPayment } from '#app/domain/purchases/abandon-payment.server.ts'
import { callbackView } from '#app/domain/purchases/callback-view.ts'
import { findPayment, type PaymentView, type PaymentViewer } from '#app/domain/purchases/queries.server.ts'
import { recheckPurchase } from '#app/domain/purchases/recheck-purchase.server.ts'
import { now } from '#app/platform/clock.ts'
import { showClock, showDateTime, showMoment } from '#app/platform/dates.ts'
import { log } from '#app/platform/log.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { actorContext } from '#app/web/context.server.ts'
import { setCookie } from '#app/web/cookies.server.ts'
import { readFormBody, TEXT_FORM } from '#app/web/form-body.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { knownCheckoutSession } from '#app/web/checkout/session.server.ts'
import { addressOf } from '#app/target-address.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { CallbackFacts, CallbackPage, PageOf } from './callback.ts'

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> }
type Unpaid = { title: string; text: string }

/** What differs between the two pages that a payment page sends its buyer back to: a fan's and a creator's. */
export type CallbackKind = {
  /** Its address; a payment that belongs to the other page is redirected there. */
  path: string
  /** Where to pay again if we don't know what was paid for. */
  retryAt: string
  /** No payment of ours. */
  invalid: Unpaid
  /** The title of a payment whose amount is not the price. */
  inReview: string
  /** The gateway could not be reached. */
  checkFailed: string
  /** The message after "check again" failed. */
  recheckFailed: { title: string; description: string }
  unpaid(view: 'cancelled' | 'failed', payment: PaymentView): Unpaid & { reason: string | null; declined: boolean }
  /** Money goes back because what it was for can't be given any more. */
  gone: string
  /** An amount that differs from the price leaves the price out. */
  hidesUnmatchedPrice: boolean
  success(payment: PaymentView, actor: Actor): Promise<Omit<PageOf<'success'>, 'view' | 'facts'>>
}

const QUARTER_OF_AN_HOUR_MS = 15 * 60_000

/** The loader of such a page. For a return from the payment page or a reload: checks with the gateway and shows the actual status. */
export const callbackLoader =
  (kind: CallbackKind) =>
  async ({ request, url, context }: Args) => {
    const actor = context.get(actorContext)
    const viewer = viewerOf(request, actor)
    const back = parseReturn(url.searchParams)
    let found: Found | null = null
    try {
      found = back.reference === null ? null : await checkReturn(back.reference, back, viewer)
    } catch (error) {
      log.error({ err: error }, 'a payment could not be shown')
      const again = url.pathname + url.search
      return data<CallbackPage>({ view: 'check_failed', facts: null, failed: kind.checkFailed, again }, 503)
    }
    if (!found) return data<CallbackPage>({ view: 'invalid', ...kind.invalid, facts: null, tryAgainHref: kind.retryAt })
    const shownAt = addressOf(labelsOf(found.payment.kind).shownAt)
    if (shownAt !== kind.path) throw redirect(shownAt + url.search, 303)
    const page = await pageOf(found, { actor, url, kind })
    // The browser that paid may enter the code from the new account's email.
    const knows = page.view === 'success' && page.codeHref !== null && viewer.checkoutToken !== null
    return data<CallbackPage>(knows || page.view !== 'success' ? page : { ...page, codeAction: null }, {
      headers: knows ? { 'set-cookie': setCookie('browser', viewer.checkoutToken!) } : {},
    })
  }

/** Its action. "Check again" and "I have approved": asks the gateway at once. "Stop waiting": abandons the payment. */
export const callbackAction =
  (kind: CallbackKind) =>
  async ({ request, url, context }: Args): Promise<Response> => {
    const reference = await postedReference(request, url)
    if (reference === null) return redirect(kind.path, 303)
    const path = `${kind.path}?tx_ref=${reference}`
    if (url.searchParams.has('stop')) return stopWaiting(reference, viewerOf(request, context.get(actorContext)), kind)
    const check = await recheckPurchase({ txRef: reference }).catch(() => ({ kind: 'unavailable' as const }))
    return check?.kind === 'unavailable'
      ? redirectWithToast(path, { ...kind.recheckFailed, tone: 'error' })
      : redirect(path, 303)
  }

type Found = { payment: PaymentView; view: ReturnType<typeof callbackView> }

async function checkReturn(
  reference: string,
  back: ReturnType<typeof parseReturn>,
  viewer: PaymentViewer,
): Promise<Found | null> {
  let payment = await findPayment(reference, viewer)
  let check: Awaited<ReturnType<typeof recheckPurchase>> | null = null
  if (payment && payment.state !== 'succeeded') {
    // Only the person who started it may cancel it; anyone else just triggers a check. A failed attempt ends nothing: the payment page
    // accepts another one.
    const left = (payment.isCheckoutOwner || payment.isBuyer) && back.claimed === 'cancelled'
    check = await recheckPurchase({
      txRef: payment.reference,
      left,
      ...(back.providerId ? { providerId: back.providerId } : {}),
    })
    payment = await findPayment(reference, viewer)
  }
  if (!payment) return null
  // "Cancelled" and "failed" are shown only after a check that found no payment.
  const claimed = check?.kind === 'still_looking' ? 'nothing' : back.claimed
  const checkFailed = check?.kind === 'unavailable'
  return { payment, view: callbackView({ ...payment, claimed, checkFailed, checkedNow: check?.kind === 'looked' }) }
}

function viewerOf(request: Request, actor: Actor): PaymentViewer {
  return { accountId: actor?.id ?? null, checkoutToken: knownCheckoutSession(request) }
}

/** Texts for money that goes back, by the reason of its refund. The first that applies is shown. */
const REFUND_TEXTS = {
  not_approved: 'Your application was not approved and your week never began, so we refund the whole amount.',
  paid_twice: 'You paid twice. We refund the second payment.',
  unmatched: 'The amount did not match the price, so we refund all of it.',
} as const

const MISMATCH = 'We received a different amount than the price. Our team is checking it. Please don\u2019t pay again.'

type Shown = { actor: Actor; url: URL; kind: CallbackKind }

async function pageOf({ payment, view }: Found, { actor, url, kind }: Shown): Promise<CallbackPage> {
  const { details } = payment
  const labels = labelsOf(payment.kind)
  const facts = factsOf(payment)
  const reasons = details?.refundReasons ?? []
  if (view === 'being_refunded' || reasons.includes('not_approved')) return refundedPage(facts, reasons, kind)
  switch (view) {
    case 'success':
      return { view, facts, ...(await kind.success(payment, actor)) }
    case 'cancelled':
    case 'failed':
      return {
        view,
        facts,
        ...kind.unpaid(view, payment),
        link: details?.link ?? null,
        tryAgainHref: retryOf(payment, kind),
        live: payment.state === 'awaiting_customer',
      }
    case 'in_review':
      return { view, title: kind.inReview, text: MISMATCH, facts, tryAgainHref: null }
    case 'unanswered':
      return {
        view,
        facts,
        stopAction: `${kind.path}?tx_ref=${payment.reference}&stop`,
        waits: waitingEndOf(payment),
      }
    case 'check_failed':
      return { view, facts, failed: kind.checkFailed, again: url.pathname + url.search }
    case 'waiting':
      return {
        view,
        facts,
        link: details?.link ?? null,
        sentAt: details && showClock(details.startedAt),
        otherWayHref: details && addressOf(labels.otherWayAt?.(details) ?? labels.retryAt(details)),
        slow: details !== null && now().getTime() - details.startedAt.getTime() > QUARTER_OF_AN_HOUR_MS,
        onTheWay: payment.state === 'processing',
        opens: labels.opens,
      }
    default:
      return view satisfies never
  }
}

function factsOf({ reference, kind, details }: PaymentView): CallbackFacts {
  return {
    short: shortReference(reference),
    reference,
    receipt: details && {
      amount: formatMoney(details.price),
      product: details.productName,
      label: labelsOf(kind).receiptLabel,
      date: showDateTime(details.settledAt ?? details.startedAt),
      startedAt: showMoment(details.startedAt),
    },
  }
}

function refundedPage(facts: CallbackFacts, reasons: readonly string[], kind: CallbackKind): CallbackPage {
  const known = Object.keys(REFUND_TEXTS) as (keyof typeof REFUND_TEXTS)[]
  const reason = known.find((one) => reasons.includes(one))
  const hidden = reason === 'unmatched' && kind.hidesUnmatchedPrice
  return {
    view: 'being_refunded',
    facts: hidden ? { ...facts, receipt: null } : facts,
    text: reason ? REFUND_TEXTS[reason] : kind.gone,
  }
}

function retryOf(payment: PaymentView | null, kind: CallbackKind): string {
  return payment?.details ? addressOf(labelsOf(payment.kind).retryAt(payment.details)) : kind.retryAt
}

/** The reference in the address or the form of a re-check; null if it is not valid. */
async function postedReference(request: Request, url: URL): Promise<string | null> {
  const inAddress = parseReturn(url.searchParams).reference
  if (inAddress !== null) return inAddress
  const read = await readFormBody(request, TEXT_FORM)
  if (!read.ok && read.refusal.kind !== 'unreadable') throw new Response('This form is too large.', { status: 413 })
  const posted = read.ok ? read.value.get('tx_ref') : null
  return typeof posted === 'string' ? parseReturn(new URLSearchParams({ tx_ref: posted })).reference : null
}

/** From when a payment without an answer can be abandoned, for its buyer; null for anyone else. */
function waitingEndOf(payment: PaymentView): { from: string; open: boolean } | null {
  const { details } = payment
  if (!details || !(payment.isBuyer || payment.isCheckoutOwner)) return null
  const from = abandonableFrom({ ...payment, startedAt: details.startedAt })
  return from && { from: showDateTime(from), open: from <= now() }
}

/** The buyer stops waiting for a payment without an answer, and can pay anew. */
async function stopWaiting(reference: string, viewer: PaymentViewer, kind: CallbackKind): Promise<Response> {
  const path = `${kind.path}?tx_ref=${reference}`
  const payment = await findPayment(reference, viewer)
  const abandoned = await abandonPayment(viewer, reference)
  if (abandoned.ok)
    return redirectWithToast(retryOf(payment, kind), {
      title: 'You can pay again',
      description: 'If the first payment still arrives, you get what you chose or a refund.',
    })
  switch (abandoned.refusal.kind) {
    case 'not_found':
      return notFound()
    case 'too_early':
      return redirectWithToast(path, {
        title: 'Still waiting for an answer',
        description: `If nothing changes, you can pay again from ${showDateTime(abandoned.refusal.from)}.`,
        tone: 'error',
      })
    case 'nothing_to_abandon':
      return redirect(path, 303)
    default:
      return unreachable(abandoned.refusal)
  }
}
