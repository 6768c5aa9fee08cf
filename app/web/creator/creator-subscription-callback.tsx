import { data, redirect } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { failureText } from '#app/domain/payments/failure-text.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import type { CallbackView } from '#app/domain/purchases/callback-view.ts'
import type { PaymentView } from '#app/domain/purchases/queries.server.ts'
import { recheckPurchase } from '#app/domain/purchases/recheck-purchase.server.ts'
import { REDIRECT_SECONDS } from '#app/domain/settings/constants.ts'
import type { RouteHandle } from '#app/root.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerAbandon, checkReturnedTransfer, postedReference, waitingEndOf } from '#app/web/checkout/return.server.ts'
import { showMoment } from '#app/web/show-moment.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { type CreatorCallbackPage, CreatorCallbackView } from './creator-callback-view.tsx'
import { CREATOR_FEE_TEXTS } from './texts.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import type { Route } from './+types/creator-subscription-callback'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = { shell: 'focused' } satisfies RouteHandle

const PATH = '/creator-subscription-callback'
const HEADERS = { 'cache-control': 'private, no-store' }
const RETURN_REASONS = ['paid_twice', 'unmatched'] as const

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const back = await checkReturnedTransfer(request, url, actor)
  const callbackPath = back.kind === 'found' && labelsOf(back.payment.kind).callbackPath
  switch (back.kind) {
    case 'invalid':
      return data<CreatorCallbackPage>(
        { view: 'issue', title: CREATOR_FEE_TEXTS.failedOrInvalid, facts: null, reason: null, link: null, live: false },
        { headers: HEADERS },
      )
    case 'outage':
      return data<CreatorCallbackPage>(
        { view: 'verifying', facts: null, failed: CANT_ASK },
        { status: 503, headers: HEADERS },
      )
    case 'found':
      // Payments of fans have their own page.
      if (callbackPath !== PATH) throw redirect(`${callbackPath}${url.search}`, 303)
      return data(pageOf(back.payment, back.view, actor), { headers: HEADERS })
    default:
      return back satisfies never
  }
}

const CANT_ASK =
  'We could not reach the payment service just now. If you approved the payment, your week starts automatically. Please don\u2019t pay again.'

/** "Check again": asks the gateway at once. "Stop waiting": abandons the payment. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const reference = await postedReference(request, url)
  if (reference === null) return redirect(PATH, 303)
  const path = `${PATH}?tx_ref=${reference}`
  if (url.searchParams.has('stop'))
    return answerAbandon(request, context.get(actorContext), reference, { path, again: '/creator-subscription' })
  const check = await recheckPurchase({ txRef: reference }).catch(() => ({ kind: 'unavailable' as const }))
  if (check?.kind === 'unavailable') {
    return redirectWithToast(path, {
      title: CREATOR_FEE_TEXTS.verificationFailed,
      description: CANT_ASK,
      tone: 'error',
    })
  }
  return redirect(path, 303)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Payment', matches)
}

function pageOf(payment: PaymentView, view: CallbackView, actor: Actor): CreatorCallbackPage {
  const { details } = payment
  const facts = {
    short: shortReference(payment.reference),
    reference: payment.reference,
    amount: details && formatMoney(details.price),
    startedAt: details && showMoment(details.startedAt),
  }
  if (details?.refundReasons.includes('not_approved')) return { view: 'returned', facts, reason: 'not_approved' }
  switch (view) {
    case 'success':
      return {
        view,
        facts,
        until: details?.endsAt ? `${showMoment(details.endsAt)} EAT` : null,
        ...onwardOf(payment, actor),
      }
    case 'being_returned':
      return {
        view: 'returned',
        facts,
        reason: RETURN_REASONS.find((reason) => details?.refundReasons.includes(reason)) ?? 'product_gone',
      }
    case 'cancelled':
    case 'failed':
      return {
        view: 'issue',
        title: view === 'cancelled' ? CREATOR_FEE_TEXTS.cancelled : CREATOR_FEE_TEXTS.failedOrInvalid,
        facts,
        reason: payment.failureCode ? failureText(payment.failureCode) : null,
        link: details?.link ?? null,
        live: payment.state === 'awaiting_customer',
      }
    case 'in_review':
      return { view: 'mismatch', facts }
    case 'unanswered':
      return { view: 'unanswered', facts, waits: waitingEndOf(payment) }
    case 'check_failed':
      return { view: 'verifying', facts, failed: CANT_ASK }
    case 'waiting':
      return { view: 'verifying', facts, failed: null, link: details?.link ?? null }
    default:
      return view satisfies never
  }
}

/** A week that has begun leads to the creator's page; one that waits for approval leads to the status page. */
function onwardOf(payment: PaymentView, actor: Actor): { href: string; seconds: number } {
  const seconds = REDIRECT_SECONDS.creatorSuccess
  if (!actor) return { href: '/auth?return=creator-subscription', seconds }
  if (payment.details && payment.details.endsAt === null) return { href: '/dashboard', seconds }
  return { href: actor.username ? `/${actor.username}` : '/profile-setup', seconds }
}

export default function CreatorSubscriptionCallback({ loaderData }: Route.ComponentProps) {
  return <CreatorCallbackView page={loaderData} />
}
