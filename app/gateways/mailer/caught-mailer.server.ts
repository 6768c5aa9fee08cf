import { sql } from 'kysely'
import { db, type Tx } from '#app/platform/db.server.ts'
import type { Mailer } from './mail.ts'

/** Stores mail in the database instead of sending it, for the demo: readable at /dev/mail. */
export const caughtMailer: Mailer = {
  async send(mail) {
    await db
      .insertInto('caught_mails')
      .values({
        id: mail.id,
        recipient: mail.to,
        subject: mail.subject,
        body_text: mail.text,
        body_html: mail.html,
        code: mail.code,
        link: mail.link,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },
}

/** Deletes caught mail that is older than 90 days. Returns how many. */
export async function purgeCaughtMails(): Promise<number> {
  const gone = await sql`delete from caught_mails where sent_at < app_now() - interval '90 days'`.execute(db)
  return Number(gone.numAffectedRows ?? 0n)
}

/** Deletes the caught mails to an address. */
export async function forgetCaughtMails(tx: Tx, recipient: string): Promise<void> {
  await tx.deleteFrom('caught_mails').where('recipient', '=', recipient).execute()
}
