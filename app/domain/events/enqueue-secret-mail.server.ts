import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { seal } from '#app/platform/secrets.server.ts'
import type { SecretMailData, SecretMailName } from './secret-mails.ts'

/**
 * Enqueues a mail with a code or a link, in the transaction of the command that made it. Its data are stored sealed until it is sent.
 * `expiresAt` (ISO) drops the mail where it would be sent too late to be of use.
 */
export async function enqueueSecretMail<Name extends SecretMailName>(
  tx: Tx,
  to: string,
  template: Name,
  data: SecretMailData<Name> & { expiresAt?: string },
): Promise<void> {
  await enqueue(tx, 'send_email', { id: newId(), to, template, sealedData: seal(JSON.stringify(data)) })
}
