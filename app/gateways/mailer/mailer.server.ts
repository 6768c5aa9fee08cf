import { config } from '#app/platform/config.server.ts'
import { caughtMailer } from './caught-mailer.server.ts'
import type { Mailer } from './mail.ts'
import { smtpMailer } from './smtp-mailer.server.ts'

let current: { url: string; from: string; mailer: Mailer } | null = null

/** The configured mailer: SMTP where an address is set, caught mail otherwise. */
export function mailer(): Mailer {
  const { smtpUrl: url, mailFrom: from } = config()
  if (!url) return caughtMailer
  if (current?.url !== url || current.from !== from) current = { url, from, mailer: smtpMailer(url, from) }
  return current.mailer
}
