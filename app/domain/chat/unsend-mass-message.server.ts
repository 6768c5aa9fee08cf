import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction, queryPreparedIn } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/**
 * Takes a message to many back: it goes to nobody else from now on, and a job removes it where the fan has not read it. Who has read it
 * keeps its text and free files; locked ones are no longer sold, and stay with who has bought them. Repeated, it does nothing more.
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

const NEXT = `select r.fan_id as id from mass_message_fans r
  where r.mass_id = $1 and r.message_id is not null and ($2::uuid is null or r.fan_id > $2) order by r.fan_id limit $3`
// A purchase that is being made is waited for here, and seen by the statement after it.
const LOCK_FILES = `select x.message_id from chat_media_messages x join mass_message_fans r on r.message_id = x.message_id
  where r.mass_id = $1 and r.fan_id = any ($2::uuid[]) order by x.message_id for no key update of x`

const REMOVE = `with batch as (
    select r.message_id, m.seq > t.fan_read_seq as unread,
      exists (select from message_unlocks u where u.message_id = r.message_id and u.revoked_at is null) as bought
    from mass_message_fans r join chat_messages m on m.id = r.message_id join chat_threads t on t.id = m.thread_id
    where r.mass_id = $1 and r.fan_id = any ($2::uuid[])
  ), texts as (
    update chat_messages m set body = '' from batch b where m.id = b.message_id and b.unread and not b.bought
  ), files as (
    update chat_media_messages x set removed_at = app_now() from batch b
    where x.message_id = b.message_id and not b.bought and (b.unread or x.price_minor is not null) and x.removed_at is null
  )
  update mass_message_fans r set state = 'removed', notifies = false from batch b
  where r.mass_id = $1 and r.message_id = b.message_id and b.unread and not b.bought`

/**
 * Removes an unsent message from the next conversations in which it is unread, closes its files where nobody has bought them, and enqueues
 * the job for those after them.
 */
export function removeUnsent({ massId, after }: { massId: string; after: string | null }): Promise<void> {
  return inTransaction(async (tx) => {
    const fans = await queryPreparedIn<{ id: string }>(tx, 'next-unsent', NEXT, [massId, after, AT_ONCE])
    const last = fans.at(-1)
    if (!last) return
    const ids = fans.map(({ id }) => id)
    await queryPreparedIn(tx, 'lock-unsent-files', LOCK_FILES, [massId, ids])
    await queryPreparedIn(tx, 'remove-unsent', REMOVE, [massId, ids])
    await enqueue(tx, 'unsend_mass_message', { massId, after: last.id })
  })
}
