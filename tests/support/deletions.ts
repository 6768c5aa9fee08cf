import { expect } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { askDeletion } from '#app/domain/privacy/ask-deletion.server.ts'
import { confirmDeletion } from '#app/domain/privacy/confirm-deletion.server.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { ownerDb } from './database.ts'
import { sql } from 'kysely'

/** Moves the clock so many days from the real time, for the database and the code alike. */
export async function advanceDays(days: number): Promise<void> {
  await sql`update app_clock set advanced_by = make_interval(secs => ${days * 86_400})`.execute(ownerDb)
  setClockAdvance(days * 86_400_000)
}

/** The data of the newest queued mail of a template to an address; throws if there is none. */
export async function queuedMail(email: string, template: string): Promise<{ code: string; link: string }> {
  const { rows } = await sql<{ sealed: string }>`
    select data ->> 'sealedData' as sealed from pgboss.job
    where name = 'send_email' and data ->> 'to' = ${email} and data ->> 'template' = ${template} order by created_on desc`.execute(
    ownerDb,
  )
  if (!rows[0]) throw new Error(`no ${template} is on its way to ${email}`)
  return JSON.parse(unseal(rows[0].sealed)) as { code: string; link: string }
}

/** The last part of a link. */
export function tokenOf(link: string): string {
  return link.split('/').at(-1)!
}

/** Closes an account as its owner does, by the mailed code. Returns the token that cancels the deletion. */
export async function closeByCode(person: Person): Promise<string> {
  expect(await askDeletion(person)).toEqual({ ok: true, value: null })
  const { code } = await queuedMail(person.email, 'deletion_code')
  expect((await confirmDeletion(person, code)).ok).toBe(true)
  return tokenOf((await queuedMail(person.email, 'deletion_waiting')).link)
}

export async function statusOf(person: Person): Promise<string> {
  const row = await db
    .selectFrom('profiles')
    .select('account_status')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return row.account_status
}
