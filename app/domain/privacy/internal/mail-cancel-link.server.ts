import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { showDate } from '#app/platform/dates.ts'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { addressOf } from '#app/target-address.ts'

/** Mails a new link that cancels a deletion; an older one ends with it. */
export async function mailCancelLink(tx: Tx, deletion: { id: string; email: string; dueAt: Date }): Promise<void> {
  const token = randomToken()
  await tx
    .updateTable('account_deletions')
    .set({ cancel_hash: keyedHash('token', token) })
    .where('id', '=', deletion.id)
    .execute()
  await enqueueSecretMail(tx, deletion.email, 'deletion_waiting', {
    link: config().baseUrl + addressOf({ kind: 'cancel_deletion', id: token }),
    on: showDate(deletion.dueAt),
  })
}
