import { test as base } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { startOwnProduct } from '../support/fixture.ts'
import { advance } from './payment-steps.ts'

/**
 * `moving`: one product a worker for the journeys that move its clock, begun with demo data of its own when the first of them asks. Files
 * come one after another there, at whatever time the last one left: each acts with people of its own, or with those of the town that no
 * other of these files uses, and counts only what is theirs. Who kills the server, counts every row or changes what everybody sees for
 * good begins a product of its own (`startOwnProduct`).
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
  // For a journey that needs it for a moment: the steps that know only the product of all journeys act on this one.
  onMovingClock: async ({ moving }, use) => {
    const { PEACH_URL, PEACH_SIMULATOR_URL } = process.env
    Object.assign(process.env, { PEACH_URL: moving.url, PEACH_SIMULATOR_URL: moving.simulatorUrl })
    await use(await useMovingClock(moving))
    Object.assign(process.env, { PEACH_URL, PEACH_SIMULATOR_URL })
  },
})

/** For the beginning of a file: what the files before it have used up of an hour's limits counts no longer. */
export async function useMovingClock(moving: Product): Promise<Product> {
  await advance(moving, 'PT61M')
  return moving
}
