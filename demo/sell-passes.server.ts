import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import type { PlanName } from '#app/domain/subscriptions/plan.ts'
import { findPlanForSale } from '#app/domain/subscriptions/queries.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { passPaid } from '#app/domain/purchases/entries.ts'
import { quotePass } from '#app/domain/purchases/quote.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { DEMO_DOMAIN } from './people.ts'

type Sale = { email: string; name: string; phone: string; plan: PlanName; daysAgo: number }

const SALES: readonly Sale[] = [
  { email: `brian@${DEMO_DOMAIN}`, name: 'Brian O.', phone: '+256772123456', plan: 'annual', daysAgo: 12 },
  { email: `grace@${DEMO_DOMAIN}`, name: 'Grace A.', phone: '+256752123456', plan: 'monthly', daysAgo: 45 },
]

const GATEWAY = 'flutterwave-v3'

/** The passes that fans of the town have paid for: real rows from the purchase to the ledger, as a payment would have left them. */
export async function sellPasses(ids: ReadonlyMap<string, string>): Promise<void> {
  for (const sale of SALES) await sellPass(sale, ids.get(sale.email)!)
}

async function sellPass(sale: Sale, accountId: string): Promise<void> {
  const sold = await db.selectFrom('subscriptions').select('id').where('user_id', '=', accountId).executeTakeFirst()
  if (sold) return
  const paidAt = addDays(now(), -sale.daysAgo)
  const plan = await findPlanForSale(sale.plan)
  const quote = quotePass({ ...plan, discountPercentage: 0 }, 'UGX', paidAt)
  const amount = { amount_minor: quote.price.amountMinor, currency: quote.price.currency }
  const purchaseId = newId()
  const transactionId = newId()
  const providerId = `demo-${sale.plan}-${sale.daysAgo}`
  await inTransaction(async (tx) => {
    await tx
      .insertInto('purchases')
      .values({
        id: purchaseId,
        kind: 'pass',
        product_id: quote.productId,
        product_name: quote.productName,
        buyer_id: accountId,
        buyer_scope: accountId,
        buyer_email: sale.email,
        ...amount,
        quote: JSON.stringify(quote.facts),
        idempotency_key: `demo:${purchaseId}`,
        starter_hash: Buffer.alloc(32),
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
        flutterwave_tx_ref: `PEACH-${sale.plan}-${transactionId}`,
        transaction_type: 'subscription',
        payment_method: 'mobile_money',
        network: sale.phone.startsWith('+25677') ? 'MTN' : 'AIRTEL',
        ...amount,
        phone_number: sale.phone,
        email: sale.email,
        customer_name: sale.name,
        description: quote.productName,
        status: 'succeeded',
        stage: 'closed',
        settled_at: paidAt,
        link_expires_at: addMinutes(paidAt, 30),
        created_at: paidAt,
        updated_at: paidAt,
      })
      .execute()
    const fee = (quote.price.amountMinor / 100n / 100n) * 100n * 3n
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
        fee_minor: fee,
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
      feeMinor: fee,
      currency: quote.price.currency,
      transactionId,
      at: paidAt,
    }
    await postEntry(tx, passPaid(collected, quote.price.amountMinor))
    await grantPass(tx, { accountId, plan: sale.plan, planId: plan.id, purchaseId, paidAt })
  })
}
