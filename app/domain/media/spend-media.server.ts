import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { kampalaDay, kampalaMidnightAfter } from '#app/platform/kampala-time.ts'
import { log } from '#app/platform/log.server.ts'
import { shareAmongProcesses } from '#app/platform/processes.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { mediaLimitReached } from './media-budget.ts'

export type MediaSpendRefusal = { kind: 'limit_reached'; limit: 'day' | 'hour'; retrySeconds: number }

/** What an account has fetched, as far as this process knows: of the day everything stored and its own, of the hour its own. */
type Use = {
  viewerId: string
  day: string
  objectsToday: number
  bytesToday: number
  unsaved: { objects: number; bytes: number }
  hourBegan: number
  seen: Set<number>
  bytesThisHour: number
  exhausted: boolean
}

const HOUR_MS = 3_600_000
const FLUSH_MS = 3_000

const uses = new Map<string, Promise<Use>>()
/** Those with something to save; an account and day has two where a slow stream still counts on one that was forgotten. */
const dirty = new Set<Use>()
let timer: NodeJS.Timeout | undefined

/**
 * Counts one private object for an account before its first byte is sent, and returns how to count the bytes as they are sent. Refuses
 * when the budget of the hour or the day is used up; a used-up day is in the activity record by then. Counted in memory, saved every few
 * seconds and read back from PostgreSQL, where all processes add theirs. Without the database it throws: nothing is sent uncounted.
 */
export async function spendMedia(
  viewerId: string,
  mediaId: string,
): Promise<Result<{ countBytes: (bytes: number) => void }, MediaSpendRefusal>> {
  const use = await useOf(viewerId)
  const at = now().getTime()
  renewHour(use, at)
  // Eight of the random digits at the end of the id: a number uses little memory, and two equal ones do no harm.
  const object = Number.parseInt(mediaId.slice(-8), 16)
  const known = use.seen.has(object)
  const { objectsToday, bytesToday, bytesThisHour } = use
  const limit = mediaLimitReached(
    { objectsToday, bytesToday, bytesThisHour, objectsThisHour: use.seen.size, known },
    config().budgetFactor,
  )
  if (limit === 'day') {
    if (!use.exhausted) await recordExhausted(viewerId, use)
    return refuse({
      kind: 'limit_reached',
      limit,
      retrySeconds: secondsFrom(at, kampalaMidnightAfter(now()).getTime()),
    })
  }
  if (limit === 'hour')
    return refuse({ kind: 'limit_reached', limit, retrySeconds: secondsFrom(at, use.hourBegan + HOUR_MS) })
  if (!known) {
    use.seen.add(object)
    count(use, 1, 0)
    tellFetched({ viewerId, object })
  }
  return ok({
    countBytes: (bytes) => {
      count(use, 0, bytes)
      tellFetched({ viewerId, bytes })
    },
  })
}

/** The hour is counted in memory: what an account fetches from one web process counts in the others too. */
const tellFetched = shareAmongProcesses<{ viewerId: string; object?: number; bytes?: number }>('fetched', (fetched) => {
  useOf(fetched.viewerId).then(
    (use) => {
      renewHour(use, now().getTime())
      if (fetched.object !== undefined) use.seen.add(fetched.object)
      use.bytesThisHour += fetched.bytes ?? 0
    },
    // Without the database nothing is sent here either.
    () => {},
  )
})

function renewHour(use: Use, at: number): void {
  if (at - use.hourBegan >= HOUR_MS || at < use.hourBegan)
    Object.assign(use, { hourBegan: at, bytesThisHour: 0, seen: new Set() })
}

function count(use: Use, objects: number, bytes: number): void {
  use.objectsToday += objects
  use.bytesToday += bytes
  use.bytesThisHour += bytes
  use.unsaved.objects += objects
  use.unsaved.bytes += bytes
  dirty.add(use)
  timer ??= setTimeout(() => {
    timer = undefined
    flushMediaUse().catch((error: unknown) =>
      log.error({ err: error }, 'the count of fetched media could not be saved'),
    )
  }, FLUSH_MS).unref()
}

function secondsFrom(at: number, until: number): number {
  return Math.max(1, Math.ceil((until - at) / 1_000))
}

async function useOf(viewerId: string): Promise<Use> {
  const today = kampalaDay(now())
  const found = await uses.get(viewerId)
  if (found?.day === today) return found
  // Requests that wait for the same row find it here.
  const again = uses.get(viewerId)
  const reading = again && (await again).day === today ? again : readUse(viewerId, today, found)
  uses.set(viewerId, reading)
  reading.catch(() => uses.delete(viewerId))
  return reading
}

async function readUse(viewerId: string, day: string, before: Use | undefined): Promise<Use> {
  const row = await db
    .selectFrom('media_fetches')
    .select(['objects', 'bytes', 'exhausted_at'])
    .where('viewer_id', '=', viewerId)
    .where('day', '=', day)
    .executeTakeFirst()
  return {
    viewerId,
    day,
    objectsToday: row?.objects ?? 0,
    bytesToday: Number(row?.bytes ?? 0),
    unsaved: { objects: 0, bytes: 0 },
    hourBegan: before?.hourBegan ?? now().getTime(),
    seen: before?.seen ?? new Set(),
    bytesThisHour: before?.bytesThisHour ?? 0,
    exhausted: row?.exhausted_at != null,
  }
}

async function recordExhausted(viewerId: string, use: Use): Promise<void> {
  use.exhausted = true
  await inTransaction(async (tx) => {
    const { rows } = await sql`
      insert into media_fetches (viewer_id, day, exhausted_at) values (${viewerId}, ${use.day}::date, app_now())
      on conflict (viewer_id, day) do update set exhausted_at = app_now() where media_fetches.exhausted_at is null
      returning day`.execute(tx)
    // Another process was first.
    if (rows.length === 0) return
    await publish(tx, {
      actorId: viewerId,
      event: 'media_budget_exhausted',
      objectId: viewerId,
      detail: { day: use.day, objects: use.objectsToday, bytes: use.bytesToday },
    })
  })
}

/** Saves what was counted since the last time, and reads what the other processes counted. Called every few seconds and at the end. */
export async function flushMediaUse(): Promise<void> {
  const saving = [...dirty].map((use) => ({ use, ...use.unsaved }))
  dirty.clear()
  if (saving.length === 0) return
  for (const { use } of saving) use.unsaved = { objects: 0, bytes: 0 }
  try {
    const { rows } = await sql<{ viewer_id: string; day: string; objects: number; bytes: bigint }>`
      insert into media_fetches as m (viewer_id, day, objects, bytes)
      select viewer_id, day, sum(objects), sum(bytes)
      from unnest(${saving.map((one) => one.use.viewerId)}::uuid[], ${saving.map((one) => one.use.day)}::date[],
        ${saving.map((one) => one.objects)}::int[], ${saving.map((one) => one.bytes)}::bigint[])
        as counted (viewer_id, day, objects, bytes)
      group by viewer_id, day
      on conflict (viewer_id, day) do update set objects = m.objects + excluded.objects, bytes = m.bytes + excluded.bytes
      returning viewer_id, day, objects, bytes`.execute(db)
    const saved = new Map(rows.map((row) => [`${row.viewer_id} ${row.day}`, row]))
    for (const { use } of saving) {
      const row = saved.get(`${use.viewerId} ${use.day}`)
      if (!row) continue
      use.objectsToday = row.objects + use.unsaved.objects
      use.bytesToday = Number(row.bytes) + use.unsaved.bytes
    }
  } catch (error) {
    for (const { use, objects, bytes } of saving) {
      use.unsaved.objects += objects
      use.unsaved.bytes += bytes
      dirty.add(use)
    }
    throw error
  }
  await forgetIdle()
}

/** An account that fetched nothing for an hour is read from the table again when it comes back. */
async function forgetIdle(): Promise<void> {
  const at = now().getTime()
  for (const [viewerId, reading] of uses) {
    const use = await reading.catch(() => null)
    if (use === null || (at - use.hourBegan >= HOUR_MS && !dirty.has(use))) uses.delete(viewerId)
  }
}

/** As after a restart: everything is read from the table. For tests of what survives. */
export function forgetMediaUse(): void {
  uses.clear()
  dirty.clear()
}
