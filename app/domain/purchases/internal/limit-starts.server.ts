import { PAYMENT } from '#app/domain/settings/constants.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { consumeRateLimits } from '#app/platform/stored-rate-limit.server.ts'

/** Who starts: an account, or a visitor's browser in its network. `purchase` names the order, so that the same form counts once. */
type Start = { accountId: string | null; browser: string; network: string; purchase: string }

/**
 * Whether one more payment may be started now; counts it if so. Every start calls the gateway, which would throttle all of us because of
 * one person who keeps pressing the button.
 */
export function consumeStart({ accountId, browser, network, purchase }: Start): Promise<boolean> {
  const limits = accountId
    ? [{ key: `payment-start account ${accountId}`, max: PAYMENT.startsPerHour }]
    : [
        { key: `payment-start browser ${browser}`, max: PAYMENT.startsPerHour },
        { key: `payment-start network ${network}`, max: PAYMENT.visitorStartsPerNetworkAndHour },
      ]
  return inTransaction((tx) => consumeRateLimits(tx, limits, purchase))
}
