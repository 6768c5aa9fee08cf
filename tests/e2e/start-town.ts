import { startProduct } from '../support/product.ts'
import { keepTown } from '../support/town.ts'

/**
 * One built server with a fresh demo town for all journeys; those that move the clock or kill the server begin their own with a copy of the same town. While
 * writing a journey, PEACH_URL, PEACH_SIMULATOR_URL and PEACH_TOWN (a stopped server's DATA_DIR) name what is there already.
 */
export default async function startTown(): Promise<() => Promise<void>> {
  if (process.env.PEACH_URL) return async () => {}
  const first = await startProduct({ readyWithin: 300_000 })
  await first.stop()
  const town = keepTown(first.dataDir)
  process.env.PEACH_TOWN = town.folder
  const product = await startProduct({ dataDir: first.dataDir })
  process.env.PEACH_URL = product.url
  process.env.PEACH_SIMULATOR_URL = product.simulatorUrl
  return async () => {
    await product.remove()
    town.remove()
  }
}
