import type { NotRenewed } from '#app/domain/events/pass-not-renewed.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { countryOfBuyer } from './country-of.ts'
import { priceOf } from './plan.ts'
import { type EndingPass, findNewestPass, findPlanForSale, listEndingPasses } from './queries.server.ts'
import { dueNotice, type EndNotice } from './renewal.ts'

const AT_ONCE = 200

/**
 * Scheduled task: notifies fans three days and one day before a pass ends, and once when it has ended. These mails can't be switched off,
 * because they are about the fan's own money. Returns how many were notified.
 */
export async function remindOfEnds(): Promise<number> {
  return forEachIsolated(await listEndingPasses(AT_ONCE), 'remind fans of the end of a pass', async (pass) => {
    const kind = dueNotice(pass.endsAt, now(), pass.renewal.mode, pass.knownAt)
    return kind !== null && notifyOfEnd(pass, kind, null)
  })
}

/** Sends one notice about an end, once. `remember` runs in the same transaction, if it is the first time. */
export async function notifyOfEnd(
  pass: EndingPass,
  kind: EndNotice | 'not_renewed',
  reason: NotRenewed | null,
  remember: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  const newest = await findNewestPass(pass.accountId)
  const plan = newest && (await findPlanForSale(newest.planName, countryOfBuyer(pass.phone, null)))
  const price = plan && priceOf(plan, 'UGX', now())
  const balance = pass.renewal.mode === 'automatic' && price ? await walletBalance(pass.accountId) : null
  return inTransaction(async (tx) => {
    const first = await tx
      .insertInto('subscription_notices')
      .values({ account_id: pass.accountId, ends_at: pass.endsAt, kind })
      .onConflict((conflict) => conflict.doNothing())
      .returning('kind')
      .executeTakeFirst()
    await remember(tx)
    if (!first || !newest) return false
    const facts = {
      fan: { id: pass.accountId },
      planName: newest.displayName,
      on: showDateTime(pass.endsAt),
      price: price && formatMoney(price),
    }
    const about = { actorId: null, objectId: pass.accountId }
    if (kind === 'ended') await publish(tx, { ...about, event: 'pass_ended', payload: facts })
    else if (kind === 'not_renewed')
      await publish(tx, { ...about, event: 'pass_not_renewed', payload: { ...facts, reason: reason ?? 'too_little' } })
    else
      await publish(tx, {
        ...about,
        event: 'pass_ending',
        payload: {
          ...facts,
          days: kind === 'one_day' ? 1 : 3,
          fromWallet: balance && price ? (balance.amountMinor >= price.amountMinor ? 'covered' : 'short') : null,
        },
      })
    return true
  })
}
