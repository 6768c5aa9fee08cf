import type { Failure } from '#app/gateways/flutterwave/port.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { browserOf } from '#app/domain/identity/browser.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { decide, type PaymentState, stateOf } from '#app/domain/payments/transaction.ts'
import { movePayment, type Payer } from '#app/domain/payments/transactions.server.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import type { Asker, QuoteRefusal } from '#app/domain/products/product.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { quoteProduct } from '#app/domain/products/registry.server.ts'
import type { TopUpOrder } from '#app/domain/products/wallet-top-up/quote.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { ok, refuse, type Result, unreachable } from '#app/platform/result.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { completePurchase } from './complete-purchase.server.ts'
import {
  completeAtOnce,
  type Completed,
  findSame,
  type ImmediateRefusal,
} from './internal/immediate-purchase.server.ts'
import { consumeStart } from './internal/limit-starts.server.ts'
import { lockPayment, type TransactionRow } from '#app/domain/payments/lock-payment.server.ts'
import { openPurchase, type Opened, QuoteUnavailable, type Order } from './internal/open-purchase.server.ts'
import { requestLink } from '#app/domain/payments/request-link.server.ts'
import { validateQuote, type QuoteProblem } from './validate-quote.ts'

type AnyOrder = {
  returnTo: ReturnTo
  /** The form's own random token: the same form twice is one purchase. */
  attempt: string
  /** The price that the form showed, in minor units; if ours differs, the buyer has to confirm again. Null skips the check. */
  shownMinor: bigint | null
}

/** To be paid at the gateway's payment page, by a visitor too. */
export type GatewayOrder = AnyOrder & {
  from: 'gateway'
  product: ProductOrder
  payer: Payer
  /** The number as it was typed, where it adds something to the payer's own: its country. */
  typedPhone?: string
  /** The secret of the browser that starts; only this browser (and a signed-in buyer) can see the details later. */
  checkoutToken: string
  /** Where the payment page sends the buyer back to: our own address, as this request reached it, without a query. */
  returnUrl: string
  /** The network of the request; visitors are counted by it. */
  network: string
}

/** To be paid at once from the fan's wallet or the creator's available earnings. A wallet is filled from outside. */
export type BalanceOrder = AnyOrder & { from: 'wallet' | 'earnings'; product: Exclude<ProductOrder, TopUpOrder> }

export type GatewayRefusal =
  | { kind: QuoteProblem }
  | { kind: 'too_many_starts' }
  /** Nothing could be stored, so the gateway was not called: 'Failed to create transaction record'. */
  | { kind: 'record_not_made' }
  /** An older attempt could not be checked, and paying again might pay twice: 'Failed to verify payment'. */
  | { kind: 'check_failed' }
  /** The gateway didn't answer with a page: 'Payment link not received'. */
  | { kind: 'link_not_received' }
  /** The gateway refused: its message, or 'Failed to initialize payment'. */
  | { kind: 'gateway_refused'; message: string | null }

export type OrderRefusal =
  | QuoteRefusal
  | ImmediateRefusal
  | GatewayRefusal
  | { kind: 'price_changed'; price: Money }
  /** It is free, and a free purchase requires an account. */
  | { kind: 'free_needs_account' }
  /** Balances are in shillings. */
  | { kind: 'balance_takes_shillings' }

export type PlacedOrder = {
  /** Of the payment; for a purchase that was completed at once, its own id. */
  reference: string
  /** The payment page; null when there is nothing to pay there: the purchase's own page shows the state. */
  link: string | null
  /** Completed at once: from a balance, or because it is free. */
  completed?: Completed
}
type Placed = Result<PlacedOrder, OrderRefusal>

/**
 * Buys one thing: quotes it, then collects its price at the gateway, from the buyer's own balance, or not at all where it is free. The same
 * form sent again makes no second purchase.
 */
export async function placeOrder(actor: Actor, order: GatewayOrder): Promise<Placed>
export async function placeOrder(actor: Person, order: BalanceOrder): Promise<Placed>
export async function placeOrder(actor: Actor, order: GatewayOrder | BalanceOrder): Promise<Placed> {
  const asker = order.from === 'gateway' ? askerOf(order) : null
  const quoted = await quoteProduct(actor, order.product, asker)
  const scope = actor ? `account ${actor.id}` : `browser ${asker!.browser}`
  const idempotencyKey = keyedHash('checkout', `${scope} ${order.attempt}`).toString('hex')
  if (!quoted.ok) {
    const { from, product } = order
    if (from === 'gateway') return quoted
    // The same form again after it has bought: the product may no longer be for sale to the buyer, and that is no error.
    const same = await inTransaction((tx) => findSame(tx, idempotencyKey, { kind: product.kind, from }))
    return same ? atOnce(same) : quoted
  }
  const quote = quoted.value
  const { price } = quote
  if (order.shownMinor !== null && order.shownMinor !== price.amountMinor)
    return refuse({ kind: 'price_changed', price })
  const common = { quote, returnTo: order.returnTo, scope, idempotencyKey }
  if (price.amountMinor === 0n)
    return actor
      ? atOnce(await completeAtOnce(actor, { ...common, from: 'nothing' }))
      : refuse({ kind: 'free_needs_account' })
  if (order.from === 'gateway') return startPayment(order, { ...common, actor, payer: order.payer }, asker!)
  if (price.currency !== 'UGX') return refuse({ kind: 'balance_takes_shillings' })
  return atOnce(await completeAtOnce(actor!, { ...common, from: order.from }))
}

function atOnce(result: Result<Completed, ImmediateRefusal>): Placed {
  if (!result.ok) return result
  return ok({ reference: result.value.purchaseId, link: null, completed: result.value })
}

/** Who orders: codes are limited per person, and some plans to some countries. */
function askerOf({ payer, typedPhone, network, checkoutToken }: GatewayOrder): Asker {
  const browser = browserOf(checkoutToken).storedHash.toString('hex')
  return { email: payer.email, phone: typedPhone ?? payer.phone, browser, network }
}

/**
 * Stores purchase and attempt, then requests the payment page. The rows are committed before the gateway is called, and no transaction is
 * open during the call.
 */
async function startPayment(
  { returnUrl, network, payer }: GatewayOrder,
  common: Omit<Order, 'checkoutHash'>,
  { browser }: Asker,
): Promise<Placed> {
  const problem = validateQuote(common.quote.price, payer.method)
  if (problem) return refuse({ kind: problem })
  const counted = await countStart(common.actor, { network, browser, purchase: common.idempotencyKey })
  if (!counted.ok) return counted
  const attempt = await chooseAttempt({ ...common, checkoutHash: Buffer.from(browser, 'hex') })
  if (!attempt.ok) return attempt
  const { transaction, needsPage } = attempt.value
  const reference = transaction.flutterwave_tx_ref
  if (!needsPage) return ok({ reference, link: null })
  const answer = await requestLink(transaction, returnUrl)
  switch (answer.kind) {
    case 'link':
      return ok({ reference, link: answer.link })
    case 'decided':
      return ok({ reference, link: null })
    case 'failed':
      return refuse(refusalOf(answer.failure))
    default:
      return unreachable(answer)
  }
}

/** Counts one more start, unless there were too many; where it can't be counted, nothing else could be stored either. */
async function countStart(
  actor: Actor,
  start: { network: string; browser: string; purchase: string },
): Promise<Result<null, OrderRefusal>> {
  try {
    return (await consumeStart({ ...start, accountId: actor?.id ?? null }))
      ? ok(null)
      : refuse({ kind: 'too_many_starts' })
  } catch (error) {
    log.error({ err: error }, 'a start could not be counted')
    return refuse({ kind: 'record_not_made' })
  }
}

/** `needsPage`: its payment page has to be requested, or is known; otherwise its own page shows what becomes of it. */
type Attempt = { transaction: TransactionRow; needsPage: boolean }

/** The attempt to continue with. An older attempt that blocks it is closed and checked before another is made. */
async function chooseAttempt(order: Order): Promise<Result<Attempt, OrderRefusal>> {
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
        return ok({ transaction: opened.transaction, needsPage: true })
      case 'decided':
        return ok({ transaction: opened.transaction, needsPage: false })
      case 'stale_form':
        return refuse({ kind: 'stale_form' })
      case 'in_the_way': {
        const { transaction } = opened
        const state = await retireAttempt(transaction)
        if (state === null) return refuse({ kind: 'check_failed' })
        // Money that has arrived, or is on its way with the chosen method, is not requested a second time.
        const sameWay = transaction.payment_method === order.payer.method
        if (state === 'succeeded' || state === 'review' || (state === 'processing' && sameWay))
          return ok({ transaction, needsPage: false })
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
    await movePayment(tx, transaction.id, decision.next)
    return true
  })
}

function refusalOf(failure: Failure): OrderRefusal {
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
