import { sql } from 'kysely'
import { PAYMENT } from '#app/domain/settings/constants.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'

/** Who starts: an account, or a visitor's browser in its network. `purchase` names the order, so that the same form counts once. */
type Start = { accountId: string | null; browser: string; network: string; purchase: string }

/**
 * Whether one more payment may be started now; counts it if so. Every start calls the gateway, which would throttle all of us because of
 * one person who keeps pressing the button.
 */
export function consumeStart(start: Start): Promise<boolean> {
  const { accountId, browser, network, purchase } = start
  const limits = accountId
    ? [{ key: `payment-start account ${accountId}`, max: PAYMENT.startsPerHour }]
    : [
        { key: `payment-start browser ${browser}`, max: PAYMENT.startsPerHour },
        { key: `payment-start network ${network}`, max: PAYMENT.visitorStartsPerNetworkAndHour },
      ]
  return inTransaction(async (tx) => {
    for (const { key } of limits) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    for (const { key, max } of limits) if ((await otherStarts(tx, key, purchase)) >= max) return false
    await tx
      .insertInto('rate_limit_hits')
      .values(limits.map(({ key }) => ({ key, subject: purchase })))
      .execute()
    return true
  })
}

async function otherStarts(tx: Tx, key: string, purchase: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct subject)::int as count from rate_limit_hits
    where key = ${key} and subject <> ${purchase} and at > app_now() - interval '1 hour'
  `.execute(tx)
  return rows[0]!.count
}
