import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

/** Sends over SMTP. Waits a bounded time; the queue tries again whatever fails. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // A mail is text of ours: nothing is ever read from a file or an address into it.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // Nobody wants an absence notice for a code.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw withoutRecipient(error)
      }
    },
  }
}

/** What a mail server answers repeats the address: the fault leaves us with its codes alone, since it is logged and kept with its job. */
function withoutRecipient(error: unknown): Error {
  const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number }
  return new Error(`the mail server did not take a mail: ${code} ${responseCode}`.trim())
}
