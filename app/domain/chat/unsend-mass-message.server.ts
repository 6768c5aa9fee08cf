import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction, queryPreparedIn } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/**
 * Takes a message to many back: it goes to nobody else from now on, and a job removes its text where the fan has not read it. Who has read
 * it keeps it. Repeated, it does nothing more.
 */
export async function unsendMassMessage(creator: Person, massId: string): Promise<Result<null, { kind: 'not_there' }>> {
  if (!isId(massId)) return refuse({ kind: 'not_there' })
  return inTransaction(async (tx) => {
    const message = await tx
      .selectFrom('mass_messages')
      .select('state')
      .where('id', '=', massId)
      .where('creator_id', '=', creator.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!message) return refuse({ kind: 'not_there' })
    if (message.state === 'unsent') return ok(null)
    await tx.updateTable('mass_messages').set({ state: 'unsent' }).where('id', '=', massId).execute()
    if (message.state !== 'scheduled') await enqueue(tx, 'unsend_mass_message', { massId, after: null })
    return ok(null)
  })
}

const AT_ONCE = 500

const REMOVE = `with batch as (
    select r.fan_id, r.message_id from mass_message_fans r
    where r.mass_id = $1 and r.message_id is not null and ($2::uuid is null or r.fan_id > $2)
    order by r.fan_id limit $3
  ), removed as (
    update chat_messages m set body = '' from batch b, chat_threads t
    where m.id = b.message_id and t.id = m.thread_id and m.seq > t.fan_read_seq
    returning m.id
  ), marked as (
    update mass_message_fans r set state = 'removed', notifies = false from removed x
    where r.mass_id = $1 and r.message_id = x.id)
  select fan_id as id from batch order by fan_id desc limit 1`

/** Removes the text of an unsent message from the next conversations in which it is unread, and enqueues the job for those after them. */
export function removeUnsent({ massId, after }: { massId: string; after: string | null }): Promise<void> {
  return inTransaction(async (tx) => {
    const [last] = await queryPreparedIn<{ id: string }>(tx, 'remove-unsent', REMOVE, [massId, after, AT_ONCE])
    if (last) await enqueue(tx, 'unsend_mass_message', { massId, after: last.id })
  })
}
