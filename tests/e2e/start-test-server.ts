import { rmSync } from 'node:fs'
import { useTemporaryFolder } from '../../bin/temporary-folder.ts'
import { cachedTestData } from '../support/cached-test-data.ts'
import { buildTestData, startOwnProduct } from '../support/fixture.ts'

/**
 * Starts one built server with demo data for all specs. Specs that move the clock share one server a worker. Specs that kill the server or
 * count every row start their own, each with a copy of the same data. PEACH_TEST_DATA (the DATA_DIR of a stopped server) names existing
 * data. While writing a spec, PEACH_URL and PEACH_SIMULATOR_URL name a running server.
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
