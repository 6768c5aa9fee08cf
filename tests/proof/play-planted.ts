import { useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { closeDatabase, openDatabase, SERVER_ROLE } from '#app/platform/db.server.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import type { Fixture } from './flows.ts'
import { runHistories } from './run-histories.ts'

/**
 * Plays histories with a separate copy of the product beside the one of the test: modules that were replaced before this one was loaded are
 * replaced here. Returns the violation that was found, or null.
 */
export async function playPlanted(
  fixture: Fixture,
  options: { runs: number; seed: number; longest: number },
): Promise<string | null> {
  useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
  useSecrets(['a test secret that is long enough to be one'])
  openDatabase(fixture.serverUrl(), { max: 10 })
  await openQueue(fixture.serverUrl(), SERVER_ROLE, { maintain: false })
  useGateway(
    { baseUrl: fixture.baseUrl(), secretKey: fixture.key, webhookHash: 'unheard', accountId: '17321' },
    { createTimeoutMs: 1_500, readTimeoutMs: 1_500 },
  )
  await readClock()
  const advance = async (seconds: number) => {
    await fixture.advance(seconds)
    await readClock()
  }
  try {
    await runHistories({ ...fixture, advance }, options)
    return null
  } catch (error) {
    return String(error instanceof Error && error.cause instanceof Error ? error.cause.message : error)
  } finally {
    await closeQueue()
    await closeDatabase()
  }
}
