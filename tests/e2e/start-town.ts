import { rmSync } from 'node:fs'
import { useTemporaryFolder } from '../../bin/temporary-folder.ts'
import { keptTown } from '../support/kept-town.ts'
import { buildTown, startOwnProduct } from '../support/town.ts'

/**
 * One built server with a demo town for all journeys; those that move the clock share one a worker, and those that kill the server or count
 * every row begin their own, each with a copy of the same town. PEACH_TOWN (a stopped server's DATA_DIR) names a town that is there already, and while writing a journey PEACH_URL and
 * PEACH_SIMULATOR_URL a server.
 */
export default async function startTown(): Promise<() => Promise<void>> {
  if (process.env.PEACH_URL) return async () => {}
  useTemporaryFolder()
  const built = process.env.PEACH_TOWN ? null : (await keptTown(buildTown)).folder
  process.env.PEACH_TOWN ??= built!
  const product = await startOwnProduct()
  process.env.PEACH_URL = product.url
  process.env.PEACH_SIMULATOR_URL = product.simulatorUrl
  return async () => {
    await product.remove()
    if (built) rmSync(built, { recursive: true, force: true })
  }
}
