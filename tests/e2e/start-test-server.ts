import { rmSync } from 'node:fs'
import { useTemporaryFolder } from '../../bin/temporary-folder.ts'
import { cachedTestData } from '../support/cached-test-data.ts'
import { buildTestData, startOwnProduct } from '../support/fixture.ts'

/**
 * One built server with a demo town for all journeys; those that move the clock share one a worker, and those that kill the server or count
 * every row begin their own, each with a copy of the same town. PEACH_TEST_DATA (a stopped server's DATA_DIR) names a town that is there already, and while writing a journey PEACH_URL and
 * PEACH_SIMULATOR_URL a server.
 */
export default async function startTestServer(): Promise<() => Promise<void>> {
  if (process.env.PEACH_URL) return async () => {}
  useTemporaryFolder()
  const built = process.env.PEACH_TEST_DATA ? null : (await cachedTestData(buildTestData)).folder
  process.env.PEACH_TEST_DATA ??= built!
  const product = await startOwnProduct()
  process.env.PEACH_URL = product.url
  process.env.PEACH_SIMULATOR_URL = product.simulatorUrl
  return async () => {
    await product.remove()
    if (built) rmSync(built, { recursive: true, force: true })
  }
}
