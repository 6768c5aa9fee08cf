import { claimDueChecks } from '#app/domain/payments/transactions.server.ts'
import { log } from '#app/platform/log.server.ts'
import { completePurchase } from './complete-purchase.server.ts'

/**
 * Scheduled task: checks every payment that is due, the longest overdue first, so that a missed notification costs minutes and no money.
 * Stops early when the gateway requires a pause. Returns how many payments were checked.
 */
export async function reconcilePayments(limit = 50): Promise<number> {
  const due = await claimDueChecks(limit)
  for (const [index, txRef] of due.entries()) {
    try {
      const completion = await completePurchase({ txRef })
      if (completion.kind === 'unavailable' && completion.failure.kind === 'throttled') return index + 1
    } catch (error) {
      log.error({ err: error }, 'a payment could not be reconciled; it is tried again in two minutes')
    }
  }
  return due.length
}
