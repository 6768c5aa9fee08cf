import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { Mailer } from './mail.ts'

/** Stores mail in the database instead of sending it, for the demo: readable at /dev/mail. */
export const caughtMailer: Mailer = {
  async send(mail) {
    await db
      .insertInto('caught_mails')
      .values({
        id: newId(),
        recipient: mail.to,
        subject: mail.subject,
        body_text: mail.text,
        body_html: mail.html,
        code: mail.code,
        link: mail.link,
      })
      .execute()
  },
}
