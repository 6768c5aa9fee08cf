import { sql } from 'kysely'
import { now } from '#app/platform/clock.ts'
import { db, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { seal, unseal } from '#app/platform/secrets.server.ts'

/** Writes what people are to be told, with the job that does it. The payload is sealed: it holds amounts and names. */
export async function writeToOutbox(tx: Tx, event: string, payload: object): Promise<void> {
  const { aboutId = null } = payload as { aboutId?: string | null }
  const eventId = newId()
  await tx
    .insertInto('event_outbox')
    .values({ id: eventId, event, sealed_payload: seal(JSON.stringify(payload)), about_id: aboutId })
    .execute()
  await enqueue(tx, 'deliver_event', { eventId })
}

/** An event whose deliveries are not written yet; locked, and marked as done. Null where they are. */
export async function takeFromOutbox(
  tx: Tx,
  eventId: string,
): Promise<{ event: string; payload: unknown; aboutId: string | null } | null> {
  const row = await tx
    .updateTable('event_outbox')
    .set({ expanded_at: now() })
    .where('id', '=', eventId)
    .where('expanded_at', 'is', null)
    .returning(['event', 'sealed_payload', 'about_id'])
    .executeTakeFirst()
  if (!row) return null
  return { event: row.event, payload: JSON.parse(unseal(row.sealed_payload)) as unknown, aboutId: row.about_id }
}

export async function readOutbox(eventId: string): Promise<{ event: string; payload: unknown }> {
  const row = await db
    .selectFrom('event_outbox')
    .select(['event', 'sealed_payload'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return { event: row.event, payload: JSON.parse(unseal(row.sealed_payload)) as unknown }
}

/** Deletes the events among these that nobody else was told of. */
export async function forgetEvents(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await sql`
    delete from event_outbox o where o.id = any (${[...eventIds]}::uuid[])
      and not exists (select from event_deliveries d where d.event_id = o.id)`.execute(tx)
}

/** Deletes old events with the log of their delivery, unless a mail still waits. */
export async function purgeOutbox(days: number): Promise<void> {
  await sql`
    delete from event_outbox o where o.published_at < app_now() - make_interval(days => ${days})
      and not exists (select from event_deliveries d where d.event_id = o.id and d.state = 'queued')`.execute(db)
}
