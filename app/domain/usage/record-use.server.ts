import { now } from '#app/platform/clock.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { dayOf } from './day.ts'

// What this process has recorded today: most uses of a day repeat one that is there.
let recorded = { day: '', pairs: new Set<string>() }

const MAX_REMEMBERED = 200_000

const NOTE = `insert into creator_uses (fan_id, creator_id, day)
  values ($1, $2, ((select app_now()) at time zone 'Africa/Kampala')::date) on conflict do nothing`

/**
 * Records that a pass holder used a creator today: viewed a post, chatted, called or watched. These days decide who shares in which pass.
 * Never delays or fails its caller.
 */
export async function recordUse(fanId: string, creatorId: string): Promise<void> {
  if (fanId === creatorId) return
  const day = dayOf(now())
  if (recorded.day !== day) recorded = { day, pairs: new Set() }
  const pair = `${fanId} ${creatorId}`
  if (recorded.pairs.has(pair)) return
  try {
    await queryPrepared('note-use', NOTE, [fanId, creatorId])
    if (recorded.pairs.size < MAX_REMEMBERED) recorded.pairs.add(pair)
  } catch (error) {
    log.error({ err: error }, 'the use of a creator could not be recorded')
  }
}
