import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { seal } from '#app/platform/secrets.server.ts'
import type { TemplateData, TemplateName } from './templates.ts'

/**
 * Enqueues a mail in the transaction of the command that causes it. Its data are stored sealed until it is sent. `expiresAt` (ISO) drops
 * the mail where it would be sent too late to be of use.
 */
export async function enqueueEmail<Name extends TemplateName>(
  tx: Tx,
  to: string,
  template: Name,
  data: TemplateData<Name> & { expiresAt?: string },
): Promise<void> {
  await enqueue(tx, 'send_email', { to, template, sealedData: seal(JSON.stringify(data)) })
}
