import type { Tx } from '#app/platform/db.server.ts'
import { announceMessage } from './internal/announce.server.ts'

/** Tells both sides' open pages, once it is committed, that a message has been unlocked or locked again. */
export async function announceMessageChange(tx: Tx, messageId: string): Promise<void> {
  const row = await tx
    .selectFrom('chat_messages as m')
    .innerJoin('chat_threads as t', 't.id', 'm.thread_id')
    .select(['t.id', 't.creator_id', 't.fan_id', 't.last_seq'])
    .where('m.id', '=', messageId)
    .executeTakeFirst()
  if (row) announceMessage(tx, { id: row.id, creatorId: row.creator_id, fanId: row.fan_id }, row.last_seq)
}

/** Tells both sides' open pages of a thread, once it is committed, that its fan has tipped its creator. Nothing where they have none. */
export async function announceTip(tx: Tx, { fanId, creatorId }: { fanId: string; creatorId: string }): Promise<void> {
  const row = await tx
    .selectFrom('chat_threads')
    .select(['id', 'last_seq'])
    .where('fan_id', '=', fanId)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst()
  if (row) announceMessage(tx, { id: row.id, creatorId, fanId }, row.last_seq)
}
