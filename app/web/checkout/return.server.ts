import { redirect } from 'react-router'
import { parseReturn } from '#app/gateways/flutterwave/parse-return.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { callbackView, type CallbackView } from '#app/domain/purchases/callback-view.ts'
import { findPayment, type PaymentView } from '#app/domain/purchases/queries.server.ts'
import { recheckPurchase } from '#app/domain/purchases/recheck-purchase.server.ts'
import { abandonPayment } from '#app/domain/purchases/abandon-payment.server.ts'
import { abandonableFrom } from '#app/domain/payments/abandonment.ts'
import { showMoment } from '#app/web/show-moment.ts'
import { now } from '#app/platform/clock.ts'
import { unreachable } from '#app/platform/result.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { log } from '#app/platform/log.server.ts'
import { readFormBody, TEXT_FORM } from '#app/web/form-body.server.ts'
import { knownCheckoutSession } from '#app/web/checkout/session.server.ts'

export type Returned =
  /** The address has no known payment. */
  | { kind: 'invalid' }
  /** The payment could not be read because of an internal failure. */
  | { kind: 'outage' }
  | { kind: 'found'; payment: PaymentView; view: CallbackView; checkoutToken: string | null }

/** For a return from the payment page or a reload: checks with the gateway and returns the actual status. */
export async function checkReturnedTransfer(request: Request, url: URL, actor: Actor): Promise<Returned> {
  const back = parseReturn(url.searchParams)
  const viewer = { accountId: actor?.id ?? null, checkoutToken: knownCheckoutSession(request) }
  if (back.reference === null) return { kind: 'invalid' }
  let payment: PaymentView | null
  let checkFailed = false
  let checkedNow = false
  let { claimed } = back
  try {
    payment = await findPayment(back.reference, viewer)
    if (payment && payment.state !== 'succeeded') {
      // Only the person who started it may cancel it; anyone else just triggers a check. A failed attempt ends nothing: the payment page
      // accepts another one.
      const left = (payment.isCheckoutOwner || payment.isBuyer) && back.claimed === 'cancelled'
      const check = await recheckPurchase({
        txRef: payment.reference,
        left,
        ...(back.providerId ? { providerId: back.providerId } : {}),
      })
      checkFailed = check?.kind === 'unavailable'
      checkedNow = check?.kind === 'looked'
      // "Cancelled" and "failed" are shown only after a check that found no payment.
      if (check?.kind === 'still_looking') claimed = 'nothing'
      payment = await findPayment(back.reference, viewer)
    }
  } catch (error) {
    log.error({ err: error }, 'a payment could not be shown')
    return { kind: 'outage' }
  }
  if (!payment) return { kind: 'invalid' }
  const view = callbackView({ ...payment, claimed, checkFailed, checkedNow })
  return { kind: 'found', payment, view, checkoutToken: viewer.checkoutToken }
}

/** The reference in the address or the form of a re-check; null if it is not valid. */
export async function postedReference(request: Request, url: URL): Promise<string | null> {
  const inAddress = parseReturn(url.searchParams).reference
  if (inAddress !== null) return inAddress
  const read = await readFormBody(request, TEXT_FORM)
  if (!read.ok && read.refusal.kind !== 'unreadable') throw new Response('This form is too large.', { status: 413 })
  const posted = read.ok ? read.value.get('tx_ref') : null
  return typeof posted === 'string' ? parseReturn(new URLSearchParams({ tx_ref: posted })).reference : null
}

/** From when a payment without an answer can be abandoned, for its buyer; null for anyone else. */
export function waitingEndOf(payment: PaymentView): { from: string; open: boolean } | null {
  const { details } = payment
  if (!details || !(payment.isBuyer || payment.isCheckoutOwner)) return null
  const from = abandonableFrom({ ...payment, startedAt: details.startedAt })
  return from && { from: `${showMoment(from)} EAT`, open: from <= now() }
}

/** The buyer stops waiting for a payment without an answer. `path` is the payment's own page, `again` where they can pay anew. */
export async function answerAbandon(
  request: Request,
  actor: Actor,
  reference: string,
  { path, again }: { path: string; again: string },
): Promise<Response> {
  const abandoned = await abandonPayment(
    { accountId: actor?.id ?? null, checkoutToken: knownCheckoutSession(request) },
    reference,
  )
  if (abandoned.ok)
    return redirectWithToast(again, {
      title: 'You can pay again',
      description: 'If the first payment still arrives, you get what you chose or a refund.',
    })
  switch (abandoned.refusal.kind) {
    case 'not_found':
      throw new Response('Not found', { status: 404 })
    case 'too_early':
      return redirectWithToast(path, {
        title: 'Still waiting for an answer',
        description: `If nothing changes, you can pay again from ${showMoment(abandoned.refusal.from)} EAT.`,
        tone: 'error',
      })
    case 'nothing_to_abandon':
      return redirect(path, 303)
    default:
      return unreachable(abandoned.refusal)
  }
}
