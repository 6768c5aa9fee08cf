import { sql } from 'kysely'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { removeMarked } from './marked-files.server.ts'

/** Scheduled task: deletes the marked photos of other days, of closed accounts and of deleted media, and the oldest where they are too many. */
export async function deleteOldMarked(): Promise<void> {
  await removeMarked(kampalaDay(now()), async ({ accountIds, mediaIds }) => {
    const [accounts, media] = await Promise.all([namesOf('profiles', accountIds), namesOf('media', mediaIds)])
    return new Set([...accountIds, ...mediaIds].filter((id) => !accounts.has(id) && !media.has(id)))
  })
}

/** Those of the ids that are open accounts, or stored media. */
async function namesOf(table: 'profiles' | 'media', ids: readonly string[]): Promise<Set<string>> {
  const asked = ids.filter(isId)
  const { rows } = await (
    table === 'media'
      ? sql<{ id: string }>`select id from media where id = any (${asked}::uuid[])`
      : sql<{ id: string }>`select id from profiles where id = any (${asked}::uuid[]) and account_status <> 'closed'`
  ).execute(db)
  return new Set(rows.map(({ id }) => id))
}
