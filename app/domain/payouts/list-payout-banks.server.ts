import type { Bank } from '#app/gateways/flutterwave/transfer-port.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'

const KEEP_MS = 3_600_000
let kept: { banks: Bank[]; until: number } | null = null

/**
 * The banks that money can be sent to, by name; cached for an hour. Empty while the gateway can't list them, so that nobody picks a wrong
 * code.
 */
export async function listPayoutBanks(): Promise<readonly Bank[]> {
  if (kept && kept.until > performance.now()) return kept.banks
  const answer = await paymentGateway().listBanks()
  if (answer.kind !== 'ok') return []
  const banks = answer.value.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  kept = { banks, until: performance.now() + KEEP_MS }
  return banks
}
