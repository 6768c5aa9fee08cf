import type { Failure } from '#app/gateways/flutterwave/port.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { browserOf } from '#app/domain/identity/browser.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { decide, type PaymentState, rowOf, stateOf } from '#app/domain/payments/transaction.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { ok, refuse, type Result, unreachable } from '#app/platform/result.ts'
import { completePurchase } from './complete-purchase.server.ts'
import type { Intent } from '#app/domain/products/intent.ts'
import { formKey } from './internal/immediate-purchase.server.ts'
import { consumeStart } from './internal/limit-starts.server.ts'
import { lockPayment, type TransactionRow } from './internal/locked-payment.server.ts'
import { openPurchase, type Opened, QuoteUnavailable, type Order, type Payer } from './internal/open-purchase.server.ts'
import { quoteProduct } from './internal/quote-product.server.ts'
import type { QuoteRefusal, Quote } from '#app/domain/products/product.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { requestLink } from './internal/request-link.server.ts'
import { validateQuote, type QuoteProblem } from './validate-quote.ts'
import { type FreePurchase, completeFreePurchase } from './complete-free-purchase.server.ts'

export type StartInput = {
  product: ProductOrder
  payer: Payer
  intent: Intent
  /** The form's own random token: the same form twice is one purchase. */
  attempt: string
  /** The number as it was typed, where it adds something to the payer's own: its country. */
  typedPhone?: string
  /** The price that the form showed, in minor units; if ours differs, the buyer has to confirm again. Null skips the check. */
  shownMinor: bigint | null
  /** The secret of the browser that starts; only this browser (and a signed-in buyer) can see the details later. */
  checkoutToken: string
  /** Where the payment page sends the buyer back to: our own address, as this request reached it, without a query. */
  returnUrl: string
  /** The network of the request; visitors are counted by it. */
  network: string
}

export type StartRefusal =
  | QuoteRefusal
  | { kind: QuoteProblem }
  | { kind: 'price_changed'; price: Money }
  | { kind: 'stale_form' }
  | { kind: 'too_many_starts' }
  /** It is free, and a free purchase requires an account. */
  | { kind: 'free_needs_account' }
  /** Nothing could be stored, so the gateway was not called: 'Failed to create transaction record'. */
  | { kind: 'record_not_made' }
  /** An older attempt could not be checked, and paying again might pay twice: 'Failed to verify payment'. */
  | { kind: 'check_failed' }
  /** The gateway didn't answer with a page: 'Payment link not received'. */
  | { kind: 'link_not_received' }
  /** The gateway refused: its message, or 'Failed to initialize payment'. */
  | { kind: 'gateway_refused'; message: string | null }

export type Started = {
  reference: string
  /** The payment page; null when there is nothing to pay there: the purchase's own page shows the state. */
  link: string | null
  /** A free purchase that was completed at once. */
  given?: FreePurchase
}

/**
 * Starts a purchase: quotes it, stores purchase and attempt, then requests the payment page. The rows are committed before the gateway is
 * called, and no transaction is open during the call.
 */
export async function startPurchase(actor: Actor, input: StartInput): Promise<Result<Started, StartRefusal>> {
  const checkoutHash = browserOf(input.checkoutToken).storedHash
  const quoted = await quoteProduct(actor, orderOf(input, checkoutHash))
  if (!quoted.ok) return quoted
  const { price } = quoted.value
  if (input.shownMinor !== null && input.shownMinor !== price.amountMinor)
    return refuse({ kind: 'price_changed', price })
  if (price.amountMinor === 0n) return completeForFree(actor, quoted.value, input)
  const problem = validateQuote(price, input.payer.method)
  if (problem) return refuse({ kind: problem })

  const scope = actor ? `account ${actor.id}` : `browser ${checkoutHash.toString('hex')}`
  const idempotencyKey = formKey(scope, input.attempt)
  const start = { network: input.network, browser: checkoutHash.toString('hex'), purchase: idempotencyKey }
  const counted = await countStart(actor, start)
  if (!counted.ok) return counted
  const order: Order = {
    actor,
    quote: quoted.value,
    payer: input.payer,
    intent: input.intent,
    scope,
    checkoutHash,
    idempotencyKey,
  }
  const attempt = await chooseAttempt(order)
  if (!attempt.ok) return attempt
  if (attempt.value.transaction === null) return ok({ reference: attempt.value.reference, link: null })

  const { transaction } = attempt.value
  const answer = await requestLink(transaction, input.returnUrl)
  switch (answer.kind) {
    case 'link':
      return ok({ reference: transaction.flutterwave_tx_ref, link: answer.link })
    case 'decided':
      return ok({ reference: transaction.flutterwave_tx_ref, link: null })
    case 'failed':
      return refuse(refusalOf(answer.failure))
    default:
      return unreachable(answer)
  }
}

/** A pass order includes the buyer's details: codes are limited per person, and some plans to some countries. */
function orderOf({ product, payer, network, ...input }: StartInput, checkoutHash: Buffer): ProductOrder {
  if (product.kind !== 'pass') return product
  const phone = input.typedPhone ?? payer.phone
  return { ...product, asker: { email: payer.email, phone, browser: checkoutHash.toString('hex'), network } }
}

/** There is nothing to pay, so the buyer is not sent to the gateway: the purchase is completed at once, for an account. */
async function completeForFree(actor: Actor, quote: Quote, input: StartInput): Promise<Result<Started, StartRefusal>> {
  if (!actor) return refuse({ kind: 'free_needs_account' })
  const completed = await completeFreePurchase(actor, quote, { attempt: input.attempt, intent: input.intent })
  return completed.ok ? ok({ reference: completed.value.purchaseId, link: null, given: completed.value }) : completed
}

/** Counts one more start, unless there were too many; where it can't be counted, nothing else could be stored either. */
async function countStart(
  actor: Actor,
  start: { network: string; browser: string; purchase: string },
): Promise<Result<null, StartRefusal>> {
  try {
    return (await consumeStart({ ...start, accountId: actor?.id ?? null }))
      ? ok(null)
      : refuse({ kind: 'too_many_starts' })
  } catch (error) {
    log.error({ err: error }, 'a start could not be counted')
    return refuse({ kind: 'record_not_made' })
  }
}

type Attempt = { reference: string; transaction: TransactionRow | null }

/** The attempt to continue with. An older attempt that blocks it is closed and checked before another is made. */
async function chooseAttempt(order: Order): Promise<Result<Attempt, StartRefusal>> {
  let retired: string | null = null
  for (;;) {
    let opened: Opened
    try {
      opened = await inTransaction((tx) => openPurchase(tx, order, retired))
    } catch (error) {
      if (error instanceof QuoteUnavailable) return refuse({ kind: 'promo_refused', reason: 'cannot_be_used' })
      log.error({ err: error }, 'a purchase could not be stored')
      return refuse({ kind: 'record_not_made' })
    }
    switch (opened.kind) {
      case 'attempt':
        return ok({ reference: opened.transaction.flutterwave_tx_ref, transaction: opened.transaction })
      case 'decided':
        return ok({ reference: opened.reference, transaction: null })
      case 'stale_form':
        return refuse({ kind: 'stale_form' })
      case 'in_the_way': {
        const { transaction } = opened
        const state = await retireAttempt(transaction)
        if (state === null) return refuse({ kind: 'check_failed' })
        // Money that has arrived, or is on its way with the chosen method, is not requested a second time.
        const sameWay = transaction.payment_method === order.payer.method
        if (state === 'succeeded' || state === 'review' || (state === 'processing' && sameWay))
          return ok({ reference: transaction.flutterwave_tx_ref, transaction: null })
        retired = transaction.id
        break
      }
      default:
        return unreachable(opened)
    }
  }
}

/** Closes an older attempt's page and checks what became of it: its state now, or null when the gateway couldn't be reached. */
async function retireAttempt(transaction: TransactionRow): Promise<PaymentState | null> {
  if (transaction.checkout_link === null && (await endWithoutPage(transaction))) return 'cancelled'
  const completion = await completePurchase({ txRef: transaction.flutterwave_tx_ref, left: true })
  return completion.kind === 'looked' ? completion.state : null
}

/**
 * An attempt whose page nobody was sent to can't have been paid: it ends without a check. False where it has received a page or an end
 * meanwhile.
 */
function endWithoutPage(transaction: TransactionRow): Promise<boolean> {
  return inTransaction(async (tx) => {
    const locked = await lockPayment(tx, transaction.id, transaction.purchase_id)
    if (locked.transaction.checkout_link !== null || locked.transaction.status !== 'pending') return false
    const decision = decide(stateOf(locked.transaction), 'left_without_money')
    await tx
      .updateTable('transactions')
      .set({ ...rowOf(decision.next), updated_at: now() })
      .where('id', '=', transaction.id)
      .execute()
    return true
  })
}

function refusalOf(failure: Failure): StartRefusal {
  switch (failure.kind) {
    case 'rejected':
      return { kind: 'gateway_refused', message: failure.message || null }
    case 'ambiguous':
    case 'throttled':
      return { kind: 'link_not_received' }
    case 'not_found':
    case 'misconfigured':
      return { kind: 'gateway_refused', message: null }
    default:
      return unreachable(failure)
  }
}
