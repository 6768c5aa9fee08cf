import { renderNoticeMail } from '#app/domain/events/render-notice.ts'
import { renderSecretMail } from '#app/domain/events/secret-mails.ts'
import { mailer } from '#app/gateways/mailer/mailer.server.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/id.ts'
import type { JobPayloads } from '#app/platform/jobs.ts'
import { log } from '#app/platform/log.server.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { formerEvent } from './former-mails.ts'

/** Renders a queued mail and sends it to the mailer; throws if the mailer refuses it, so that the queue tries again. */
export async function sendEmail({ id = newId(), to, template, sealedData }: JobPayloads['send_email']): Promise<void> {
  const data = JSON.parse(unseal(sealedData)) as { expiresAt?: string }
  if (data.expiresAt && new Date(data.expiresAt) <= now()) {
    log.warn({ template }, 'a mail was dropped: its code ended before it could be sent')
    return
  }
  const former = formerEvent(template, data)
  const mail = former
    ? renderNoticeMail(former.event, former.payload, config())
    : renderSecretMail(template, data, config().brandName)
  await mailer().send({ id, to, ...mail })
}
