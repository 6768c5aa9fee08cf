import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { db } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { sendMedia, type SendMediaRefusal } from './send-media.server.ts'
import type { WaitingProblem } from './waiting-message.ts'

const AT_ONCE = 100

/**
 * Scheduled task: sends messages whose files have become ready, the oldest first. Where a file failed, or nothing can be written any more,
 * the message stays with the reason, for its creator to decide. Returns how many changed.
 */
export async function sendWaitingMedia(): Promise<number> {
  const waiting = await db
    .selectFrom('chat_waiting_messages as w')
    .selectAll('w')
    .where('w.problem', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('chat_media_drafts as d')
            .innerJoin('media as m', 'm.id', 'd.media_id')
            .select('d.media_id')
            .whereRef('d.thread_id', '=', 'w.thread_id')
            .whereRef('d.creator_id', '=', 'w.creator_id')
            .where('m.state', '=', 'processing'),
        ),
      ),
    )
    .orderBy('w.created_at')
    .orderBy('w.thread_id')
    .limit(AT_ONCE)
    .execute()
  return forEachIsolated(waiting, 'sending messages whose files are ready', async (row) => {
    const creator = await findPerson(row.creator_id)
    const sent = creator && (await sendMedia(creator, messageOf(row), { waited: true }))
    if (sent?.ok) return true
    const problem = sent ? problemOf(sent.refusal) : 'closed'
    if (problem === null) return false
    await db
      .updateTable('chat_waiting_messages')
      .set({ problem })
      .where('thread_id', '=', row.thread_id)
      .where('client_id', '=', row.client_id)
      .execute()
    return true
  })
}

function messageOf(row: { thread_id: string; client_id: string; body: string; price_minor: bigint | null }) {
  return { threadId: row.thread_id, clientId: row.client_id, text: row.body, priceMinor: row.price_minor }
}

/** Null where it was taken back meanwhile, or is tried again. */
function problemOf(refusal: SendMediaRefusal): WaitingProblem | null {
  if (refusal.kind === 'media_failed') return `${refusal.medium}_failed`
  if (refusal.kind === 'media_blocked') return 'media_blocked'
  return refusal.kind === 'not_permitted' || refusal.kind === 'price_out_of_bounds' ? 'closed' : null
}
