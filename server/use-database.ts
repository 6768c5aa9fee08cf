import { flushMediaUse } from '#app/domain/media/spend-media.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { stopWatchingDatabase, watchDatabase } from '#app/platform/database-watch.server.ts'
import { closeDatabase, openDatabase, SERVER_ROLE } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'

/** Opens a migrated database and the queue in this process. Adds to `down` what closes them; returns by how much the clock was moved. */
export async function useDatabase(
  serverUrl: string,
  options: { maintain: boolean },
  down: (() => Promise<unknown>)[],
): Promise<number> {
  openDatabase(serverUrl)
  down.push(closeDatabase)
  watchDatabase(serverUrl)
  down.push(async () => stopWatchingDatabase())
  // Save what was counted in the last seconds.
  down.push(() => flushMediaUse().catch((error: unknown) => log.error({ err: error }, 'media use was not saved')))
  const advancedBy = await readClock()
  await openQueue(serverUrl, SERVER_ROLE, options)
  down.push(closeQueue)
  return advancedBy
}
