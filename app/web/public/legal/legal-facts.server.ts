import { formatMoney } from '#app/domain/money/money.ts'
import { type Settings, standardSettings } from '#app/domain/settings/catalogue.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { LegalFacts } from './content/document.tsx'

let lastKnown: Settings | null = null

/** The current settings. If the database is down, the documents show the last known ones. */
export async function legalFacts(): Promise<LegalFacts> {
  const { brandName, adminEmailDomain, demo } = config()
  try {
    lastKnown = await settings()
  } catch (error) {
    log.warn({ err: error }, 'the documents show the last known settings')
  }
  const current = lastKnown ?? standardSettings(demo)
  return {
    brandName,
    contactEmail: `hello@${adminEmailDomain}`,
    creatorFee: formatMoney({ amountMinor: current.creatorFeeMinor, currency: 'UGX' }),
    minimumPayout: formatMoney({ amountMinor: current.minimumPayoutMinor, currency: 'UGX' }),
    platformFee: current.platformFeePercentage,
  }
}
