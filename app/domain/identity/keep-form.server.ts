import { sql } from 'kysely'
import { PROOF } from '#app/domain/settings/constants.ts'
import { db } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { keyedHash, randomToken, readingHashes, seal, unseal } from '#app/platform/secrets.server.ts'
import type { Person } from './actor.ts'

/** A form that waits for its sender's proof: the path that takes it, and its fields. */
export type KeptForm = { path: string; fields: [name: string, value: string][] }

/**
 * Keeps what was typed in a form until its sender has proved their identity. `key` is for the cookie of the browser that sent it: a copy of
 * the session elsewhere can neither read the form nor put another one in its place.
 */
export async function keepForm(person: Person, form: KeptForm): Promise<{ id: string; key: string }> {
  const [id, key] = [newId(), randomToken()]
  await sql`delete from kept_forms where expires_at < app_now()`.execute(db)
  await db
    .insertInto('kept_forms')
    .values({
      id,
      session_id: person.sessionId,
      profile_id: person.id,
      key_hash: keyedHash('token', `${id} ${key}`),
      path: form.path,
      sealed_fields: seal(JSON.stringify(form.fields)),
      expires_at: sql`app_now() + make_interval(mins => ${PROOF.keptFormMinutes})`,
    })
    .execute()
  return { id, key }
}

/** The form that this browser sent in this session and that still waits; null for any other. */
export async function findKeptForm(
  person: Person,
  { id, key }: { id: string | null; key: string | null },
): Promise<KeptForm | null> {
  if (!id || !key || !isId(id)) return null
  const row = await db
    .selectFrom('kept_forms')
    .select(['path', 'sealed_fields'])
    .where('id', '=', id)
    .where('session_id', '=', person.sessionId)
    .where('key_hash', 'in', readingHashes('token', `${id} ${key}`))
    .where('expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirst()
  return row ? { path: row.path, fields: JSON.parse(unseal(row.sealed_fields)) as KeptForm['fields'] } : null
}

/** Once the form of this path has been sent again, nothing of it is kept. */
export async function dropKeptForms(person: Person, path: string): Promise<void> {
  await db.deleteFrom('kept_forms').where('session_id', '=', person.sessionId).where('path', '=', path).execute()
}
