import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { seal } from '#app/platform/secrets.server.ts'

export type SecurityChange =
  | 'authenticator_set_up'
  | 'authenticator_removed'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkeys_removed'

/** Notifies an account's holder by mail what was changed about the sign-in, so that a stranger's change doesn't go unseen. */
export async function noticeOf(tx: Tx, email: string, change: SecurityChange): Promise<void> {
  await enqueue(tx, 'send_email', {
    to: email,
    template: 'security_notice',
    sealedData: seal(JSON.stringify({ change })),
  })
}
