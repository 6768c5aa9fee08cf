import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** All expressions that make a day, a week or a month of a moment. */
const DAYS =
  /Africa\/Kampala|\bKAMPALA\b|EAST_AFRICA_MS|KAMPALA_OFFSET_MS|KAMPALA_AHEAD_MS|\bOFFSET_MS\b|timeZone|[^\d]3 \* 3_600_000|, -3\)|at time zone|::date\b|date_trunc|toISOString\(\)\.slice|toJSON\(\)\??\.slice|getUTC(?:Date|Day|Month|FullYear)|setUTC|Intl\.DateTimeFormat/g

/**
 * Every file that makes a day of a moment: how often it does, and the case of kampala.db.test.ts that fails when Kampala is
 * replaced by UTC there. Kept by hand: anybody who adds a day adds here what proves it.
 */
const PROVEN: Record<string, [number, string]> = {
  'app/domain/applications/application.ts': [2, 'ONB-C-05 a proof of address is three months old'],
  'app/domain/products/creator-subscription/invariants.ts': [
    3,
    'EARN-01 a day of a creator’s subscriptions is earned when it has ended',
  ],
  'app/domain/audit/invariants/shares.ts': [11, 'EARN-02 a pass is earned by the days of Kampala'],
  'app/domain/creators/creator.ts': [2, 'is the day %s of the month %s'],
  'app/domain/earnings/queries.server.ts': [8, 'DASH-02 at %s a creator’s day, days and sources'],
  'app/domain/earnings/statement.ts': [1, 'DASH-03 a statement holds the month of Kampala'],
  'app/domain/entitlements/queries.server.ts': [3, 'FEED-05 a pass opens at midnight in Kampala'],
  'app/domain/identity/age.ts': [8, 'ONB-F-02 somebody is of age from midnight'],
  'app/domain/ledger/browse.server.ts': [13, 'ADMIN-07 the ledger’s filter by day'],
  'app/domain/ledger/queries.server.ts': [16, 'ADMIN-01 at %s what the gateway collected'],
  'app/domain/media/forget-media-fetches.server.ts': [3, 'MEDIA-02 what was fetched counts for the day of Kampala'],
  'app/domain/media/spend-media.server.ts': [2, 'MEDIA-02 what was fetched counts for the day of Kampala'],
  'app/domain/overview/creator-growth.server.ts': [6, 'DASH-02 the weeks of a creator begin on Monday in Kampala'],
  'app/domain/overview/earnings.server.ts': [19, 'ADMIN-07 at %s the overview of earnings'],
  'app/platform/dates.ts': [5, 'people read the time of Kampala'],
  'app/domain/posts/count-views.server.ts': [3, 'DASH-02 the views of a post count for the day of Kampala'],
  'app/domain/posts/post-figures.server.ts': [9, 'DASH-02 the views of a post count for the day of Kampala'],
  'app/domain/vault/queries.server.ts': [7, 'DASH-03a the vault shows the files of a month of Kampala'],
  'app/domain/payouts/friday.ts': [5, 'PAYOUT-01 creators are paid on Friday at nine'],
  'app/domain/refunds/chargeback-queries.server.ts': [3, 'PAY-08 the evidence of a chargeback'],
  'app/domain/products/pass/product.server.ts': [4, 'PAY-08 a view of the day before'],
  'app/domain/usage/forget-old-uses.server.ts': [3, 'EARN-02 uses are forgotten'],
  'app/domain/shares/internal/count-passes.server.ts': [12, 'EARN-02 a pass is earned by the days of Kampala'],
  'app/domain/subscriptions/creator-subscription.ts': [4, 'is the day %s of the month %s'],
  'app/domain/subscriptions/earned-of-fans.server.ts': [
    4,
    'DASH-02 a fan’s part of a subscription that began at night',
  ],
  'app/domain/subscriptions/earn-creator-subscriptions.server.ts': [
    3,
    'EARN-01 a day of a creator’s subscriptions is earned when it has ended',
  ],
  'app/domain/subscriptions/plan-length.ts': [11, 'SUB-05 a pass ends a calendar month or year later'],
  'app/domain/tips/queries.server.ts': [5, 'TIP-05 the week of the top supporters'],
  'app/domain/usage/day.ts': [5, 'is the day %s of the month %s'],
  'app/domain/usage/record-use.server.ts': [3, 'EARN-02 a view at %s is a use of the day'],
  'db/migrations/20261129T0320_count_subscribers.sql': [3, 'DASH-02 at %s a new follower counts for the day'],
  'app/platform/clock.ts': [2, 'people read the time of Kampala'],
  'app/platform/kampala-time.ts': [15, 'is the day %s of the month %s'],
  'db/migrations/20261121T1070_create_application_decisions.sql': [6, 'ONB-C-08 an approval is valid for a year'],
  'db/migrations/20261122T2000_rename_to_plain_words.sql': [6, 'ONB-C-08 an approval is valid for a year'],
}

/** Those where the zone can't be wrong, with the reason. */
const WITHOUT_A_ZONE: Record<string, [number, string]> = {
  'app/domain/consents/documents.ts': [2, 'a date of a document, which has no hour'],
  'app/domain/moderation/internal/decide.server.ts': [4, 'cuts moments to milliseconds'],
  'app/domain/overview/creator-home.server.ts': [1, 'all days, from the first on'],
  'app/domain/payouts/run-weekly-payouts.server.ts': [1, 'compares with a day that runDayOf has made'],
  'app/domain/purchases/pay-due-fees.server.ts': [1, 'cuts a moment to milliseconds'],
  'app/domain/reconciliation/internal/compare-settlements.server.ts': [5, 'the gateway’s own day, which is UTC'],
  'app/domain/reconciliation/internal/compared.ts': [1, 'names a window of the gateway’s lists'],
  'app/domain/shares/internal/insert-lines.server.ts': [2, 'days that were noted, and a week that mondayOf has made'],
  'app/gateways/flutterwave/lists.server.ts': [1, 'the gateway’s own day, which is UTC'],
  'app/gateways/flutterwave/transfers.server.ts': [1, 'the gateway’s own day, which is UTC'],
  'app/platform/pdf.server.ts': [1, 'the time of making, which is marked as UTC'],
  'app/web/admin/earnings/ledger.tsx': [1, 'whether a text names a day at all'],
  'app/web/dev/mail.tsx': [4, 'the times of the demo’s caught mail'],
}

test('every file that makes a day of a moment has a row in the table, and a case at night that proves it', () => {
  const files = globSync('{app,server,db/migrations}/**/*.{ts,tsx,sql}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const found = files.flatMap((file) => {
    const code = read(file).replaceAll(/(^|\s)(\/\/|--|\*|\/\*).*$/gm, '')
    const count = [...code.matchAll(DAYS)].length
    return count === 0 ? [] : [[file, count] as const]
  })
  const listed = Object.entries({ ...PROVEN, ...WITHOUT_A_ZONE }).map(([file, [count]]) => [file, count] as const)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
  const cases = read('tests/kampala.db.test.ts')
  for (const [file, [, title]] of Object.entries(PROVEN)) expect(cases.includes(title), `${file}: ${title}`).toBe(true)
})
