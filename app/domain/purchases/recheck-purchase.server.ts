import { claimCheck } from '#app/domain/payments/transactions.server.ts'
import { log } from '#app/platform/log.server.ts'
import { type Completion, type CompletionInput, completePurchase } from './complete-purchase.server.ts'

const SECONDS_BETWEEN_CHECKS = 3
/** How long a page waits for the gateway before it shows what is known; the check continues without it. */
const PATIENCE_MS = 5_000

/**
 * Checks a payment because somebody views it. Null when it was checked a moment ago: then what is known is fresh. While the gateway takes
 * longer than a page should wait, the result is unknown, whatever the browser claims.
 */
export async function recheckPurchase(
  input: CompletionInput,
  patienceMs = PATIENCE_MS,
): Promise<Completion | { kind: 'still_looking' } | null> {
  if (!(await claimCheck(input.txRef, SECONDS_BETWEEN_CHECKS))) return null
  const completion = completePurchase(input).catch((error: unknown) => {
    log.error({ err: error }, 'a payment could not be rechecked')
    return { kind: 'still_looking' } as const
  })
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<{ kind: 'still_looking' }>((resolve) => {
    timer = setTimeout(resolve, patienceMs, { kind: 'still_looking' })
  })
  const result = await Promise.race([completion, patience])
  clearTimeout(timer)
  return result
}
