import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { payDueFees } from './pay-due-fees.server.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import * as payoutsRoute from '#app/web/creator/payouts/payouts.tsx'
import { aBrowser } from '#tests/support/routes.ts'
import { shillings, usePayoutFixture } from '#tests/support/payouts.ts'
import { nextRunAt } from '#app/domain/payouts/friday.ts'
import { findNextPayout } from '#app/domain/payouts/queries.server.ts'
import { runWeeklyPayouts } from '#app/domain/payouts/run-weekly-payouts.server.ts'

const fixture = usePayoutFixture()
const FEE = 60_000
const HOUR = 3_600

/** A creator whose paid time ends this many hours after the next run. */
async function creatorWhosePaidTimeEnds(hoursAfterRun: number, amount: number, autoPay = true): Promise<Person> {
  const creator = await fixture.creatorWith(amount)
  await fixture
    .owner()
    .query('update creators set fee_auto_pay_minor = $2 where profile_id = $1', [
      creator.id,
      autoPay ? shillings(FEE) : null,
    ])
  await fixture.owner().query(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     values ($1, $2, 'grant', $1, app_now() - interval '1 day', $3)`,
    [newId(), creator.id, new Date(nextRunAt(now()).getTime() + hoursAfterRun * HOUR * 1_000)],
  )
  return creator
}

async function untilRun(): Promise<void> {
  await fixture.advance(Math.ceil((nextRunAt(now()).getTime() - now().getTime()) / 1_000) + 60)
  await runWeeklyPayouts()
}

const grossOf = async (creator: Person) =>
  (await fixture.payoutsOf(creator.id)).reduce((sum, payout) => sum + payout.gross_minor, 0n)

// Last Friday's run comes first: after it nobody is paid before the next one.
beforeEach(async () => {
  await runWeeklyPayouts()
})

test('CSUB-03 Friday keeps the fee that earnings pay within a week after it, and the task pays it from there', async () => {
  const creator = await creatorWhosePaidTimeEnds(48, 200_000)
  await untilRun()
  expect(await grossOf(creator)).toBe(shillings(200_000 - FEE))
  expect(await fixture.available(creator.id)).toBe(shillings(FEE))
  await fixture.advance(30 * HOUR)
  await payDueFees()
  expect(await fixture.available(creator.id)).toBe(0n)
  expect(
    await fixture.all(
      `select 1 from creator_fee_weeks w join purchases p on p.id = w.purchase_id where p.buyer_id = $1`,
      [creator.id],
    ),
  ).toHaveLength(1)
})

test('PAYOUT-01 nothing is kept back without automatic payment, for paid time that ends later, or beyond the balance', async () => {
  const without = await creatorWhosePaidTimeEnds(48, 200_000, false)
  const later = await creatorWhosePaidTimeEnds(7 * 24 + 1, 200_000)
  const little = await creatorWhosePaidTimeEnds(48, 70_000)
  await untilRun()
  expect(await grossOf(without)).toBe(shillings(200_000))
  expect(await grossOf(later)).toBe(shillings(200_000))
  // The rest after the fee is below the minimum.
  expect(await grossOf(little)).toBe(0n)
})

test('PAYOUT-01 the creator sees what is kept back before the run', async () => {
  const creator = await creatorWhosePaidTimeEnds(48, 200_000)
  const next = await findNextPayout(creator.id)
  expect(next.keptMinor).toBe(shillings(FEE))
  expect(next.parts.reduce((sum, part) => sum + part.grossMinor, 0n)).toBe(shillings(200_000 - FEE))
  const { data } = await aBrowser(creator).call(payoutsRoute, '/dashboard/payouts')
  expect(data.next).toMatchObject({
    kept: 'UGX\u00a060,000 is kept back: your creator fee is paid from it this week.',
    net: 'UGX\u00a0138,500',
  })
})
