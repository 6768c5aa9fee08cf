import { kampalaDay } from '#app/platform/kampala-time.ts'
import { now } from '#app/platform/clock.ts'
import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'

const SAVE_AFTER_MS = 3_000
const MAX_REMEMBERED = 200_000

// Who has seen what today stays in this process and is never stored: only the sums are.
let seen = { day: '', pairs: new Set<string>() }
let waiting = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | null = null

/**
 * Counts that a person has seen these posts in full, each once a day and person in this process. The sums are written some seconds later, all
 * in one statement, so that a page does not wait for it. The creator's own views do not count: leave them out.
 */
export function countPostViews(viewerId: string, postIds: readonly string[]): void {
  const day = kampalaDay(now())
  if (seen.day !== day) seen = { day, pairs: new Set() }
  for (const postId of postIds) {
    const pair = `${viewerId} ${postId}`
    if (seen.pairs.has(pair)) continue
    if (seen.pairs.size < MAX_REMEMBERED) seen.pairs.add(pair)
    waiting.set(postId, (waiting.get(postId) ?? 0) + 1)
  }
  if (waiting.size > 0 && timer === null) {
    timer = setTimeout(() => void saveCountedViews(), SAVE_AFTER_MS)
    timer.unref()
  }
}

/** Writes what was counted. What can't be written is logged and lost: views are figures, not rights. */
export async function saveCountedViews(): Promise<void> {
  if (timer) clearTimeout(timer)
  timer = null
  const counted = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1))
  waiting = new Map()
  if (counted.length === 0) return
  try {
    await sql`
      insert into post_view_days (post_id, day, views)
      select p.id, (app_now() at time zone 'Africa/Kampala')::date, c.views
      from unnest(${counted.map(([id]) => id)}::uuid[], ${counted.map(([, views]) => views)}::int[]) as c (id, views)
      join posts p on p.id = c.id
      on conflict (post_id, day) do update set views = post_view_days.views + excluded.views`.execute(db)
  } catch (error) {
    log.error({ err: error }, 'the views of posts could not be counted')
  }
}
