import { sql } from 'kysely'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { deliverRequest } from './deliver-request.server.ts'
import { setWaiting } from './internal/request-row.server.ts'

const AT_ONCE = 100

/**
 * Scheduled task: delivers requests whose creator has pressed Deliver and whose files have become ready since. What can't be delivered (a
 * file failed, the request is over) waits no longer: its page says why. Returns how many changed.
 */
export async function deliverWaiting(): Promise<number> {
  const { rows } = await sql<{ id: string; creator_id: string }>`
    select r.id, r.creator_id from custom_requests r where r.deliver_when_ready
      and not exists (select from custom_request_media x join media m on m.id = x.media_id
        where x.request_id = r.id and m.state = 'processing')
    order by r.id limit ${AT_ONCE}`.execute(db)
  return forEachIsolated(rows, 'delivering requests whose files are ready', async ({ id, creator_id }) => {
    const creator = await findPerson(creator_id)
    const delivered = creator && (await deliverRequest(creator, id, { waited: true }))
    if (!delivered?.ok) await inTransaction((tx) => setWaiting(tx, id, false))
    return true
  })
}
