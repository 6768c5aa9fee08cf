import { mailer } from '#app/gateways/mailer/mailer.server.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import type { JobPayloads } from '#app/platform/jobs.ts'
import { log } from '#app/platform/log.server.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { renderMail } from './templates.ts'

/** Renders a queued mail and sends it to the mailer; throws if the mailer refuses it, so that the queue tries again. */
export async function sendEmail(job: JobPayloads['send_email']): Promise<void> {
  const data = JSON.parse(unseal(job.sealedData)) as { expiresAt?: string }
  if (data.expiresAt && new Date(data.expiresAt) <= now()) {
    log.warn({ template: job.template }, 'a mail was dropped: its code ended before it could be sent')
    return
  }
  const mail = renderMail(job.template, data, config().brandName)
  await mailer().send({ to: job.to, ...mail })
}
