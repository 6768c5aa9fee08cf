import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

/** Sends over SMTP. Waits a bounded time; the queue retries every failure. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // Mail content is only our text: nothing is ever read from a file or a URL into it.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          to: mail.to,
          messageId: `<${mail.id}@${domain}>`,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // Prevents automatic absence replies.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw withoutRecipient(error)
      }
    },
  }
}

/** A mail server's answer repeats the address: our error has only its codes, since it is logged and stored with its job. */
function withoutRecipient(error: unknown): Error {
  const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number }
  return new Error(`the mail server refused a mail: ${code} ${responseCode}`.trim())
}
