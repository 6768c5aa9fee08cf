import { rmSync } from 'node:fs'
import { buildTown, startOwnProduct } from '../support/town.ts'

/**
 * One built server with a demo town for all journeys; those that move the clock or kill the server begin their own with a copy of the same
 * town. PEACH_TOWN (a stopped server's DATA_DIR) names a town that is there already, and while writing a journey PEACH_URL and
 * PEACH_SIMULATOR_URL a server.
 */
export default async function startTown(): Promise<() => Promise<void>> {
  if (process.env.PEACH_URL) return async () => {}
  const built = process.env.PEACH_TOWN ? null : await buildTown()
  process.env.PEACH_TOWN ??= built!
  const product = await startOwnProduct()
  process.env.PEACH_URL = product.url
  process.env.PEACH_SIMULATOR_URL = product.simulatorUrl
  return async () => {
    await product.remove()
    if (built) rmSync(built, { recursive: true, force: true })
  }
}
