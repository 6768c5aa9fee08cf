import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import type { PlanName } from '#app/domain/subscriptions/plan.ts'
import { findPlanForSale } from '#app/domain/subscriptions/queries.server.ts'
import { passCredits } from '#app/domain/products/pass/entries.ts'
import { quotePass } from '#app/domain/products/pass/quote.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { payInDemo } from './pay.server.ts'
import { DEMO_DOMAIN } from './people.ts'

type Sale = { email: string; name: string; phone: string; plan: PlanName; daysAgo: number }

const SALES: readonly Sale[] = [
  { email: `brian@${DEMO_DOMAIN}`, name: 'Brian O.', phone: '+256772123456', plan: 'annual', daysAgo: 12 },
  { email: `grace@${DEMO_DOMAIN}`, name: 'Grace A.', phone: '+256752123456', plan: 'monthly', daysAgo: 45 },
]

/** The passes that demo fans have paid for: real rows from the purchase to the ledger, as a payment would have left them. */
export async function sellPasses(ids: ReadonlyMap<string, string>): Promise<void> {
  for (const sale of SALES) await sellPass(sale, ids.get(sale.email)!)
}

async function sellPass(sale: Sale, accountId: string): Promise<void> {
  const sold = await db.selectFrom('subscriptions').select('id').where('user_id', '=', accountId).executeTakeFirst()
  if (sold) return
  const paidAt = addDays(now(), -sale.daysAgo)
  const plan = (await findPlanForSale(sale.plan))!
  const quote = quotePass({ ...plan, discountPercentage: 0 }, 'UGX', paidAt)
  await inTransaction(async (tx) => {
    const purchaseId = await payInDemo(tx, {
      accountId,
      email: sale.email,
      name: sale.name,
      phone: sale.phone,
      quote,
      labels: { what: sale.plan, type: 'subscription' },
      booking: passCredits(quote.price),
      paidAt,
    })
    await grantPass(tx, { accountId, plan: sale.plan, planId: plan.id, purchaseId, price: quote.price, paidAt })
  })
}
