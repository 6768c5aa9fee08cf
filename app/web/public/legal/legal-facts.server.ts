import { formatMoney, ugx } from '#app/domain/money/money.ts'
import {
  CREATOR_FEE_DAYS,
  FORMER_USERNAME_DAYS,
  PRIVACY,
  SIGN_IN,
  STATEMENT_NAME,
} from '#app/domain/settings/constants.ts'
import { type Settings, standardSettings } from '#app/domain/settings/catalogue.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { earnedUntil, partOfCreators, shareOne } from '#app/domain/shares/share-rule.ts'
import { config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'

let lastKnown: Settings | null = null

/** What the documents name as `{placeholder}`, ready to read. If the database is down, they show the last known settings. */
export async function legalFacts() {
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
    creatorFee: shillings(current.creatorFeeMinor),
    minimumPayout: shillings(current.minimumPayoutMinor),
    platformFee: current.platformFeePercentage,
    creatorShare: 100 - current.platformFeePercentage,
    codeMinutes: SIGN_IN.codeMinutes,
    statementName: STATEMENT_NAME,
    creatorFeeDays: CREATOR_FEE_DAYS,
    exportDays: PRIVACY.exportDays,
    coolingOffDays: PRIVACY.coolingOffDays,
    formerUsernameDays: FORMER_USERNAME_DAYS,
    ...exampleOfSharing(current.platformFeePercentage),
  }
}

/** The example of /how-passes-are-shared, worked out by the rule itself: 7 of 30 days, used on five days and on one. */
function exampleOfSharing(platformFee: number) {
  const price = ugx(180_000).amountMinor
  const term = { priceMinor: price, fromDay: '2026-11-01', toDay: '2026-12-01' }
  const earned = earnedUntil(term, '2026-11-16') - earnedUntil(term, '2026-11-09')
  const { feeMinor, netMinor } = partOfCreators(earned, platformFee * 100)
  const uses = [
    { creatorId: 'a', weight: 5 },
    { creatorId: 'b', weight: 1 },
  ]
  const [five, one] = shareOne({ netMinor, feeMinor }, uses, 'used', { passId: null, fanId: null })
  return {
    examplePrice: shillings(price),
    exampleEarned: shillings(earned),
    exampleFee: shillings(feeMinor),
    exampleNet: shillings(netMinor),
    exampleFive: shillings(five!.netMinor),
    exampleOne: shillings(one!.netMinor),
    exampleBoth: shillings(partOfCreators(2n * earned, platformFee * 100).netMinor),
  }
}

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}
