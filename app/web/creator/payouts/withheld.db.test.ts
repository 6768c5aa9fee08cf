import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import { nextRunAt } from '#app/domain/payouts/friday.ts'
import { runWeeklyPayouts } from '#app/domain/payouts/run-weekly-payouts.server.ts'
import { keepPayoutsMoving } from '#app/domain/payouts/send-payouts.server.ts'
import { setRate } from '#app/domain/settings/rates.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import * as earningsRoute from '#app/web/creator/earnings/earnings.tsx'
import { aBrowser } from '#tests/support/routes.ts'
import { earn } from '#tests/support/earnings.ts'
import { shillings, usePayoutFixture } from '#tests/support/payouts.ts'
import * as payoutsRoute from './payouts.tsx'

const fixture = usePayoutFixture()

/** The next payout on both pages: the amount and its calculation. */
async function promised(creator: Person) {
  const tab = (await aBrowser(creator).call(earningsRoute, '/dashboard/earnings')).data
  const page = (await aBrowser(creator).call(payoutsRoute, '/dashboard/payouts')).data
  const { amount, meta } = (tab.board as { nextPayout: { amount: string; meta: string } }).nextPayout
  const { net, sum } = page.next as { net: string; sum: string }
  return {
    tab: [amount, meta.split(': ').at(-1)],
    page: [net, sum],
    row: (page.rows as { net: string; sum: string }[])[0],
  }
}

/** 200,000 available now, and 40,000 in a minute. */
async function creatorWithBoth(): Promise<Person> {
  const creator = await fixture.creatorWith(200_000)
  await earn(creator.id, 50_000)
  await fixture
    .owner()
    .query(`update earnings set available_at = app_now() + interval '1 minute' where creator_id = $1`, [creator.id])
  return creator
}

// In this order: a rate that was set stays.
test('DASH-03 PAYOUT-01 the Earnings tab and the payouts page show the same amount, and no tax if there is none', async () => {
  const message = ['UGX\u00a0238,500', '240,000 \u2212 1,500 fee']
  const { tab, page } = await promised(await creatorWithBoth())
  expect(tab).toEqual(message)
  expect(page).toEqual(message)
})

test('DASH-03 PAYOUT-01 with 6 percent withheld the tab, the page and what is really sent agree to the shilling', async () => {
  await runWeeklyPayouts()
  const creator = await creatorWithBoth()
  await inTransaction((tx) =>
    setRate(tx, { kind: 'withholding_on_payouts', basisPoints: 600, setBy: creator.id, reason: 'the law' }),
  )
  const message = ['UGX\u00a0224,100', '240,000 \u2212 1,500 fee \u2212 14,400 tax']
  const before = await promised(creator)
  expect(before.tab).toEqual(message)
  expect(before.page).toEqual(message)

  await fixture.advance(Math.ceil((nextRunAt(now()).getTime() - now().getTime()) / 1_000) + 60)
  await releaseEarnings()
  await runWeeklyPayouts()
  await keepPayoutsMoving()
  const payout = await fixture.only(creator.id)
  expect(payout).toMatchObject({ tax_minor: shillings(14_400), net_minor: shillings(224_100) })
  expect(await fixture.transfersOf(payout.reference)).toMatchObject([{ amount: 224_100 }])
  expect((await promised(creator)).row).toMatchObject({ net: message[0], sum: message[1] })
})
