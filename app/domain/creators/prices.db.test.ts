import { expect, test } from 'vitest'
import { refuse } from '#app/platform/result.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { findPrices } from './queries.server.ts'
import { setPrices } from './set-prices.server.ts'

useDatabase()
const CHOSEN = { subscriptionMinor: 25_000_000n, goalMinor: 20_000_000n, payToUnlock: false }

test('DASH-03 a creator changes the price of 30 days, the goal of a day, and whether single posts are sold', async () => {
  const [creator, other] = [await makeCreator(), await makeCreator()]
  const before = await findPrices(other.id)
  expect((await setPrices(creator, CHOSEN)).ok).toBe(true)
  expect(await findPrices(creator.id)).toEqual(CHOSEN)
  expect(await findPrices(other.id)).toEqual(before)
})

test('DASH-03 a price or goal that is not on offer is refused, and changes nothing', async () => {
  const creator = await makeCreator()
  const before = await findPrices(creator.id)
  expect(await setPrices(creator, { ...CHOSEN, subscriptionMinor: 100n })).toEqual(
    refuse({ kind: 'not_on_offer', field: 'subscription' }),
  )
  expect(await setPrices(creator, { ...CHOSEN, goalMinor: 0n })).toEqual(
    refuse({ kind: 'not_on_offer', field: 'goal' }),
  )
  expect(await findPrices(creator.id)).toEqual(before)
})

test('DASH-03 a fan has no prices to change', async () => {
  const fan = await makePerson()
  expect(await setPrices(fan, CHOSEN)).toEqual(refuse({ kind: 'not_a_creator' }))
})
