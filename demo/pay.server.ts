import { publish } from '#app/domain/events/publish.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import type { Booking, Quote } from '#app/domain/products/product.ts'
import { foundAt } from '#app/domain/products/registry.ts'
import { paidByCharge } from '#app/domain/purchases/entries.ts'
import { addMinutes } from '#app/platform/clock.ts'
import { showDateTime } from '#app/platform/dates.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

// A gateway name of its own: the real gateway's lists do not contain these payments, and are compared with ours.
const GATEWAY = 'demo'

export type DemoPayment = {
  accountId: string
  email: string
  name: string
  /** +256…; its prefix determines the network. */
  phone: string
  quote: Quote
  /** The names of the payment at the gateway: 'annual' and 'subscription'. */
  labels: { what: string; type: string }
  booking: Booking
  paidAt: Date
}

/** One payment by mobile money with what it would have left: purchase, payment, charge, entry and receipt. Returns the purchase. */
export async function payInDemo(tx: Tx, payment: DemoPayment): Promise<string> {
  const { accountId, quote, labels, paidAt } = payment
  const amount = { amount_minor: quote.price.amountMinor, currency: quote.price.currency }
  const purchaseId = newId()
  const transactionId = newId()
  const providerId = `demo-${labels.what}-${transactionId}`
  await tx
    .insertInto('purchases')
    .values({
      id: purchaseId,
      kind: quote.facts.kind,
      product_id: quote.productId,
      product_name: quote.productName,
      buyer_id: accountId,
      buyer_scope: accountId,
      buyer_email: payment.email,
      ...amount,
      quote: JSON.stringify(quote.facts),
      idempotency_key: `demo:${purchaseId}`,
      checkout_hash: Buffer.alloc(32),
      state: 'completed',
      created_at: paidAt,
      completed_at: paidAt,
    })
    .execute()
  await tx
    .insertInto('transactions')
    .values({
      id: transactionId,
      purchase_id: purchaseId,
      user_id: accountId,
      unauthenticated: false,
      flutterwave_tx_ref: `PEACH-${labels.what}-${transactionId}`,
      transaction_type: labels.type,
      payment_method: 'mobile_money',
      network: payment.phone.startsWith('+25677') ? 'MTN' : 'AIRTEL',
      ...amount,
      phone_number: payment.phone,
      email: payment.email,
      customer_name: payment.name,
      description: quote.productName,
      status: 'succeeded',
      stage: 'closed',
      settled_at: paidAt,
      link_expires_at: addMinutes(paidAt, 30),
      created_at: paidAt,
      updated_at: paidAt,
    })
    .execute()
  const feeMinor = (quote.price.amountMinor / 100n / 100n) * 100n * 3n
  await tx
    .insertInto('gateway_charges')
    .values({
      gateway: GATEWAY,
      provider_id: providerId,
      transaction_id: transactionId,
      status: 'succeeded',
      raw_status: 'successful',
      ...amount,
      charged_minor: quote.price.amountMinor,
      fee_minor: feeMinor,
      payment_type: 'mobilemoneyug',
      outcome: 'settled',
      seen_at: paidAt,
      updated_at: paidAt,
    })
    .execute()
  const collected = {
    gateway: GATEWAY,
    providerId,
    grossMinor: quote.price.amountMinor,
    feeMinor,
    currency: quote.price.currency,
    transactionId,
    at: paidAt,
  }
  await postEntry(tx, paidByCharge(collected, quote.price, payment.booking))
  await publish(tx, {
    event: 'purchase_completed',
    actorId: accountId,
    objectId: purchaseId,
    payload: {
      buyer: { id: accountId },
      productName: quote.productName,
      amount: formatMoney(quote.price),
      reference: shortReference(transactionId),
      paidOn: showDateTime(paidAt),
      endsOn: null,
      method: 'Mobile money',
      opens: foundAt({ kind: quote.facts.kind, quote: quote.facts, return_to: {} }),
    },
  })
  return purchaseId
}
