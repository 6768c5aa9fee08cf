import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { countryOfBuyer } from '#app/domain/subscriptions/country-of.ts'
import { priceOf } from '#app/domain/subscriptions/plan.ts'
import {
  type EndingPass,
  findNewestPass,
  findPlanForSale,
  listRenewalsDue,
} from '#app/domain/subscriptions/queries.server.ts'
import { markRenewalTried } from '#app/domain/subscriptions/choose-renewal.server.ts'
import type { NotRenewed } from '#app/domain/events/pass-not-renewed.ts'
import { notifyOfEnd } from '#app/domain/subscriptions/remind-of-ends.server.ts'
import { isRenewalDue } from '#app/domain/subscriptions/renewal.ts'
import { now } from '#app/platform/clock.ts'
import { db, type Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { placeOrder } from './place-order.server.ts'

const AT_ONCE = 100

/**
 * Scheduled task: renews passes from the wallet for fans who chose it, in the last hours before the end, at the agreed price or less. Each
 * end is tried once: where the wallet has too little, the fan is notified and nothing is tried again. Returns how many were renewed.
 */
export async function renewPasses(): Promise<number> {
  let renewed = 0
  for (const pass of await listRenewalsDue(AT_ONCE)) {
    if (!isRenewalDue(pass.renewal, pass.endsAt, now())) continue
    try {
      if (await renewOne(pass)) renewed += 1
    } catch (error) {
      // One fan's error must not stop the others.
      log.error({ err: error, accountId: pass.accountId }, 'a pass could not be renewed from the wallet')
    }
  }
  return renewed
}

async function renewOne(pass: EndingPass): Promise<boolean> {
  const remember = (tx: Tx): Promise<void> => markRenewalTried(tx, pass)
  const [person, newest] = await Promise.all([findPerson(pass.accountId), findNewestPass(pass.accountId)])
  const plan = newest && (await findPlanForSale(newest.planName, countryOfBuyer(pass.phone, null)))
  if (!person || !newest || !plan) {
    await notifyOfEnd(pass, 'not_renewed', 'not_sold', remember)
    return false
  }
  const price = priceOf(plan, 'UGX', now())
  if (price.amountMinor > (pass.renewal.agreedMinor ?? 0n)) {
    await notifyOfEnd(pass, 'not_renewed', 'price_rose', remember)
    return false
  }
  const result = await placeOrder(person, {
    product: { kind: 'pass', plan: plan.name, currency: 'UGX', renewal: true },
    from: 'wallet',
    returnTo: { from: 'renewal' },
    // Shorter than any form's token, so it cannot collide with one; named after the end, so that each end is paid once, and again only
    // where that renewal was refunded and the fan chose it again.
    attempt: `pass-${pass.endsAt.getTime()}${pass.refundedTimes > 0 ? `-${pass.refundedTimes}` : ''}`,
    shownMinor: price.amountMinor,
  })
  // The wallet is busy: the next run tries again.
  if (!result.ok && result.refusal.kind === 'too_many_spends') return false
  if (!result.ok) {
    await notifyOfEnd(pass, 'not_renewed', reasonOf(result.refusal.kind), remember)
    return false
  }
  await markRenewalTried(db, pass)
  return true
}

function reasonOf(kind: string): NotRenewed {
  if (kind === 'balance_too_small') return 'too_little'
  return kind === 'price_changed' ? 'price_rose' : 'not_sold'
}
