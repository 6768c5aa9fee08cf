import { parseReturn } from '#app/gateways/flutterwave/parse-return.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { callbackView, type CallbackView } from '#app/domain/purchases/callback-view.ts'
import { findPayment, type PaymentView } from '#app/domain/purchases/queries.server.ts'
import { recheckPurchase } from '#app/domain/purchases/recheck-purchase.server.ts'
import { log } from '#app/platform/log.server.ts'
import { readFormBody, TEXT_FORM } from './form-body.server.ts'
import { knownStarter } from './starter.server.ts'

export type Returned =
  /** The address names no payment of ours. */
  | { kind: 'invalid' }
  /** Our own side could not look. */
  | { kind: 'outage' }
  | { kind: 'found'; payment: PaymentView; view: CallbackView; starterToken: string | null }

/** Whoever comes back from the payment page, or looks at a payment again: we look ourselves, and say what is true. */
export async function lookAtReturn(request: Request, url: URL, actor: Actor): Promise<Returned> {
  const back = parseReturn(url.searchParams)
  const viewer = { accountId: actor?.id ?? null, starterToken: knownStarter(request) }
  if (back.reference === null) return { kind: 'invalid' }
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
    return { kind: 'outage' }
  }
  if (!payment) return { kind: 'invalid' }
  const view = callbackView({ ...payment, claimed, checkFailed, lookedNow })
  return { kind: 'found', payment, view, starterToken: viewer.starterToken }
}

/** The reference that a "look again" names, in the address or in the form; null where it names none of ours. */
export async function postedReference(request: Request, url: URL): Promise<string | null> {
  const inAddress = parseReturn(url.searchParams).reference
  if (inAddress !== null) return inAddress
  const read = await readFormBody(request, TEXT_FORM)
  if (!read.ok && read.refusal.kind !== 'unreadable') throw new Response('This form is too large.', { status: 413 })
  const posted = read.ok ? read.value.get('tx_ref') : null
  return typeof posted === 'string' ? parseReturn(new URLSearchParams({ tx_ref: posted })).reference : null
}
