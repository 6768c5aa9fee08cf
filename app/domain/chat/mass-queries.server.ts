import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { SUBSCRIBERS } from './internal/audience.server.ts'
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
}

const COLUMNS = `m.id, m.body, m.list_name as "listName", m.state, m.send_at as "sendAt", m.queued, m.delivered, m.skipped`

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

export type MassMessageView = MassMessageRow & { read: number; removed: number }

/** One of them, with how many have read it, and from how many conversations it was removed. */
export async function findMassMessage(creatorId: string, id: string): Promise<MassMessageView | null> {
  if (!isId(id)) return null
  const [row] = await queryPrepared<MassMessageView>(
    'find-mass-message',
    `select ${COLUMNS}, c.read, c.removed from mass_messages m, lateral (
       select count(*) filter (where r.state = 'delivered' and s.seq <= t.fan_read_seq)::int as read,
         count(*) filter (where r.state = 'removed')::int as removed
       from mass_message_fans r join chat_messages s on s.id = r.message_id join chat_threads t on t.id = s.thread_id
       where r.mass_id = m.id) c
     where m.id = $2 and m.creator_id = $1`,
    [creatorId, id],
  )
  return row ?? null
}

/** How many would get a message to all subscribers now. */
export async function countSubscribers(creatorId: string): Promise<number> {
  const [row] = await queryPrepared<{ count: number }>(
    'count-subscribers',
    `select count(*)::int as count from (${SUBSCRIBERS}) a where a.fan_id <> $1`,
    [creatorId],
  )
  return row!.count
}
