import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { earn } from '#tests/support/earnings.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as clearing from './clearing.tsx'

const fixture = usePayoutFixture()

const linesOf = async (creator: Person) =>
  ((await aBrowser(creator).call(clearing, '/dashboard/earnings/clearing')).data.rows as { when: string }[]).map(
    ({ when }) => when,
  )

test('DASH-03 each sale that is clearing names its day, and the day of payment only where the account can be paid', async () => {
  const creator = await fixture.creatorWith(0)
  await earn(creator.id, 50_000)
  expect(await linesOf(creator)).toEqual([expect.stringMatching(/^Clears \w{3} \d+ \w{3}, paid Fri \d+ \w{3}$/)])
  const account = (change: string) =>
    fixture.owner().query(`update payout_accounts set ${change} where creator_id = $1`, [creator.id])
  const onlyClears = [expect.stringMatching(/^Clears \w{3} \d+ \w{3}$/)]
  await account(`name_check = 'refused'`)
  expect(await linesOf(creator)).toEqual(onlyClears)
  await account(`name_check = 'accepted', usable_from = app_now() + interval '40 days'`)
  expect(await linesOf(creator)).toEqual(onlyClears)
  await account(`state = 'replaced'`)
  expect(await linesOf(creator)).toEqual(onlyClears)
})

test('DASH-03 nobody sees what another creator earns', async () => {
  const [one, other] = [await fixture.creatorWith(0), await fixture.creatorWith(0)]
  await earn(one.id, 50_000)
  expect(await linesOf(other)).toEqual([])
})
