import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import type { MediaKind } from './queries.server.ts'
import type { MassState } from './mass-message.ts'

export type MassMessageRow = {
  id: string
  body: string
  /** Null: all subscribers. */
  listName: string | null
  state: MassState
  sendAt: Date
  /** To how many it goes, and how many of them have it, or could not get it. */
  queued: number
  delivered: number
  skipped: number
  /** What its files cost to unlock, in UGX minor units; null where they are free, or where there are none. */
  priceMinor: bigint | null
  kinds: { kind: MediaKind; durationMs: number | null; state: 'processing' | 'ready' | 'failed' }[]
}

const COLUMNS = `m.id, m.body, m.list_name as "listName", m.state, m.send_at as "sendAt", m.queued, m.delivered, m.skipped, m.price_minor as "priceMinor",
  coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'durationMs', f.duration_ms, 'state', f.state) order by x.position)
    from mass_message_media x join media f on f.id = x.media_id where x.mass_id = m.id), '[]') as kinds`

/** A creator's messages to many, the newest first, from the one with the id `before` on. */
export function listMassMessages(
  creatorId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<MassMessageRow[]> {
  return queryPrepared<MassMessageRow>(
    'list-mass-messages',
    `select ${COLUMNS} from mass_messages m where m.creator_id = $1 and ($2::uuid is null or m.id < $2)
     order by m.id desc limit $3`,
    [creatorId, before, limit],
  )
}

export type MassMessageView = MassMessageRow & {
  read: number
  removed: number
  /** How many have unlocked its files, and what the creator has earned by that, in UGX minor units. */
  unlocked: number
  earnedMinor: bigint
}

/** One of them, with how many have read it, and from how many conversations it was removed. */
export async function findMassMessage(creatorId: string, id: string): Promise<MassMessageView | null> {
  if (!isId(id)) return null
  const [row] = await queryPrepared<MassMessageView>(
    'find-mass-message',
    `select ${COLUMNS}, c.read, c.removed, s.unlocked, s."earnedMinor" from mass_messages m, lateral (
       select count(*) filter (where r.state = 'delivered' and s.seq <= t.fan_read_seq)::int as read,
         count(*) filter (where r.state = 'removed')::int as removed
       from mass_message_fans r join chat_messages s on s.id = r.message_id join chat_threads t on t.id = s.thread_id
       where r.mass_id = m.id) c, lateral (
       select count(*)::int as unlocked, coalesce(sum(e.net_minor), 0)::bigint as "earnedMinor"
       from mass_message_fans r join message_unlocks u on u.message_id = r.message_id and u.revoked_at is null
         left join earnings e on e.cause_kind = 'purchase' and e.cause_id = u.purchase_id
       where r.mass_id = m.id and m.price_minor is not null) s
     where m.id = $2 and m.creator_id = $1`,
    [creatorId, id],
  )
  return row ?? null
}

/** How many would get a message to all subscribers now. */
export async function countSubscribers(creatorId: string): Promise<number> {
  const [row] = await queryPrepared<{ count: number }>(
    'count-subscribers',
    'select subscriber_count as count from creators where profile_id = $1',
    [creatorId],
  )
  return row?.count ?? 0
}
