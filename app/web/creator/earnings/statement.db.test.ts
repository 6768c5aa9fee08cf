import { expect, test } from 'vitest'
import { monthOf } from '#app/domain/earnings/statement.ts'
import { payoutNumber } from '#app/domain/payouts/payout.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { now } from '#app/platform/clock.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { loadStatementPage } from './statement-page.server.ts'
import { askedPeriod, loadStatement } from './load-statement.server.ts'

const fixture = usePayoutFixture()
const at = (query: string) => new URL(`https://peach.example/dashboard/earnings/statement${query}`)

test('DASH-03 EARN-01 a statement names its parties, and each sale and payout by the reference that people have', async () => {
  const creator = await fixture.creatorWith(144_000)
  const run = (text: string, values: unknown[]) => fixture.owner().query(text, values)
  await run(`update creators set legal_name = 'Amina Nakato' where profile_id = $1`, [creator.id])
  await run(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     values (gen_random_uuid(), $1, 'grant', $1, app_now(), app_now() + interval '7 days')`,
    [creator.id],
  )
  await run(
    `insert into settings (name, value, changed_by) values ('issuerName', '"Peach Uganda Ltd"', $1), ('issuerTaxNumber', '"1000123456"', $1)`,
    [fixture.staff.manager.id],
  )
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  await fillWallet(fan, 10_000)
  const sold = await spend(fan, aTip(creator.id, 10_000))
  if (!sold.ok) throw new Error(JSON.stringify(sold.refusal))
  expect(await processPayout(fixture.staff.manager, { creatorId: creator.id })).toMatchObject({ ok: true })
  const payout = await fixture.only(creator.id)

  const month = monthOf(now())
  const { rows, taken, parties } = await loadStatement(creator, month)
  expect(parties).toEqual({ from: 'Peach Uganda Ltd, TIN 1000123456', to: expect.stringMatching(/^Amina Nakato \(/) })
  const [purchase] = await fixture.all<{ id: string }>('select id from purchases where buyer_id = $1', [fan.id])
  const references = rows.map(({ reference }) => reference)
  expect(references).toContain(shortReference(purchase!.id.replaceAll('-', '')))
  expect(references).toContain(payoutNumber(payout.number))
  expect(taken).toEqual({ feeMinor: payout.fee_minor, taxMinor: payout.tax_minor })

  const year = month.slice(0, 4)
  expect(await askedPeriod(creator.id, at(`?period=${year}`))).toEqual({ period: year, periods: [year, month] })
  const page = await loadStatementPage(creator, { period: year, periods: [year, month] })
  expect(page).toMatchObject({ title: `${year} statement`, periods: [{ active: true }, { active: false }] })
  expect(page.lines.map(({ reference }) => reference)).toEqual(references)
  for (const wrong of ['?period=1999', '?period=2026-13', "?period=2026'--", '?period=2099'])
    expect(await askedPeriod(creator.id, at(wrong)), wrong).toBeNull()
})
