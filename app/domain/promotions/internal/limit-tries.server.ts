import { createHash } from 'node:crypto'
import { PROMO } from '#app/domain/settings/constants.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { consumeRateLimits } from '#app/platform/stored-rate-limit.server.ts'

/** Who tries codes: an account, or a visitor's browser in its network. */
export type Trier = { accountId: string | null; browser: string; network: string }

/** Whether one more code may be tried now; counts it if so. The same code again, when a page is reloaded or paid, counts once. */
export function consumeTry(trier: Trier, code: string): Promise<boolean> {
  const subject = createHash('sha256').update(code).digest('base64url').slice(0, 24)
  const limits = trier.accountId
    ? [{ key: `promo-try account ${trier.accountId}`, max: PROMO.triesPerHour }]
    : [
        { key: `promo-try browser ${trier.browser}`, max: PROMO.triesPerHour },
        { key: `promo-try network ${trier.network}`, max: PROMO.visitorTriesPerNetworkAndHour },
      ]
  return inTransaction((tx) => consumeRateLimits(tx, limits, subject))
}
