import { queryPrepared } from '#app/platform/db.server.ts'

export type ThreadTip = { id: string; amountMinor: bigint; message: string; at: Date }

const MOST = 40

// Tips belong to no thread: they are those of its fan to its creator, between two moments.
const TIPS = `select x.id, x.amount_minor as "amountMinor", x.message, x.created_at as at
  from chat_threads t join tips x on x.fan_id = t.fan_id and x.creator_id = t.creator_id
  where t.id = $1 and x.removed_at is null and x.created_at >= $2
    and ($3::bigint is null or x.created_at < (select m.sent_at from chat_messages m where m.thread_id = $1 and m.seq = $3))
  order by x.created_at desc limit ${MOST}`

/** What the fan of a thread has tipped its creator since a moment, and before the message with the number `before`; the newest first. */
export function listThreadTips(
  threadId: string,
  { since, before }: { since: Date; before: bigint | null },
): Promise<ThreadTip[]> {
  return queryPrepared<ThreadTip>('chat-thread-tips', TIPS, [threadId, since, before?.toString() ?? null])
}
