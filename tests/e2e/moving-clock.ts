import { test as base } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { startOwnProduct } from '../support/fixture.ts'
import { advance } from './payment-steps.ts'

/**
 * `moving`: one server per worker for the journeys that move its clock, started with its own demo data when first needed. Specs run there
 * one after another, at the time that the last one left: each uses its own people, or people of the demo data that no other of these specs
 * uses, and counts only their rows. A spec that kills the server, counts every row or changes shared data for good starts its own server
 * (`startOwnProduct`).
 */
export const test = base.extend<{ onMovingClock: Product }, { moving: Product }>({
  moving: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from this pattern.
    async ({}, use) => {
      const product = await startOwnProduct()
      await use(product)
      await product.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // Points the shared steps, which use the common server, at this one for a journey.
  onMovingClock: async ({ moving }, use) => {
    const { PEACH_URL, PEACH_SIMULATOR_URL } = process.env
    Object.assign(process.env, { PEACH_URL: moving.url, PEACH_SIMULATOR_URL: moving.simulatorUrl })
    await use(await useMovingClock(moving))
    Object.assign(process.env, { PEACH_URL, PEACH_SIMULATOR_URL })
  },
})

/** For the start of a spec: moves past the hourly limits that earlier specs have used up. */
export async function useMovingClock(moving: Product): Promise<Product> {
  await advance(moving, 'PT61M')
  return moving
}
