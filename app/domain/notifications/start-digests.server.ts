import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'

const PEOPLE = 500

/** Scheduled task: gathers what waits for a digest that is due, one digest for each person. Returns how many digests. */
export function startDigests(): Promise<number> {
  return inTransaction(async (tx) => {
    // A second process waits for these rows, and then finds that they are gathered.
    const { rows } = await sql<{ digestId: string }>`
      with person as (
        select profile_id from event_deliveries where held_until <= app_now() and in_digest
        group by profile_id order by min(held_until) limit ${PEOPLE}
      ), due as (
        select d.id, d.profile_id from event_deliveries d
        where d.held_until <= app_now() and d.in_digest and d.profile_id in (select profile_id from person)
        order by d.id for update
      ), digest as materialized (
        select profile_id, gen_random_uuid() as id from due group by profile_id
      ), gathered as (
        update event_deliveries d set held_until = null, digest_id = digest.id
        from due join digest on digest.profile_id = due.profile_id where d.id = due.id returning d.digest_id
      )
      select distinct digest_id as "digestId" from gathered`.execute(tx)
    for (const job of rows) await enqueue(tx, 'deliver_digest', job)
    return rows.length
  })
}
