import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { PROMO } from '#app/domain/settings/constants.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'

/** Who tries codes: an account, or a visitor's browser in its network. */
export type Trier = { accountId: string | null; browser: string; network: string }

/** Whether one more code may be tried now; counts it if so. The same code again, when a page is reloaded or paid, counts once. */
export function consumeRateLimit(trier: Trier, code: string): Promise<boolean> {
  const subject = createHash('sha256').update(code).digest('base64url').slice(0, 24)
  const limits = trier.accountId
    ? [{ key: `promo-try account ${trier.accountId}`, max: PROMO.triesPerHour }]
    : [
        { key: `promo-try browser ${trier.browser}`, max: PROMO.triesPerHour },
        { key: `promo-try network ${trier.network}`, max: PROMO.visitorTriesPerNetworkAndHour },
      ]
  return inTransaction(async (tx) => {
    for (const { key } of limits) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    for (const { key, max } of limits) if ((await otherTries(tx, key, subject)) >= max) return false
    if (await isKnownTry(tx, limits[0]!.key, subject)) return true
    await tx
      .insertInto('rate_limit_hits')
      .values(limits.map(({ key }) => ({ key, subject })))
      .execute()
    return true
  })
}

/** A page that is reloaded repeatedly leaves one row an hour. */
async function isKnownTry(tx: Tx, key: string, subject: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from rate_limit_hits where key = ${key} and subject = ${subject}
      and at > app_now() - interval '1 hour') as known`.execute(tx)
  return rows[0]!.known
}

async function otherTries(tx: Tx, key: string, subject: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct subject)::int as count from rate_limit_hits
    where key = ${key} and subject <> ${subject} and at > app_now() - interval '1 hour'`.execute(tx)
  return rows[0]!.count
}
