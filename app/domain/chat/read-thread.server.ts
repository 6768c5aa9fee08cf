import type { Person } from '#app/domain/identity/actor.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

const MARK = `update chat_threads set
    fan_read_seq = case when fan_id = $2 then greatest(fan_read_seq, least($3, last_seq)) else fan_read_seq end,
    creator_read_seq = case when creator_id = $2 then greatest(creator_read_seq, least($3, last_seq)) else creator_read_seq end
  where id = $1 and ((fan_id = $2 and fan_read_seq < least($3, last_seq)) or (creator_id = $2 and creator_read_seq < least($3, last_seq)))
  returning creator_id as "creatorId"`

/** Marks what one side has on screen as read, up to this message; never back. Changes nothing for others. */
export async function markRead(person: Person, threadId: string, seq: bigint): Promise<void> {
  const [row] = await queryPrepared<{ creatorId: string }>('mark-chat-read', MARK, [
    threadId,
    person.id,
    seq.toString(),
  ])
  if (row) await recordUse(person.id, row.creatorId)
}
