import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

export type FullAccess = { accountId: string; grantedBy: string | null; reason: string; expiresAt: Date | null }

/** Grants the rights of a pass without a payment. Returns the grant's id. */
export async function grantFullAccess(tx: Tx, grant: FullAccess): Promise<string> {
  const id = newId()
  const { accountId, grantedBy, reason, expiresAt } = grant
  await tx
    .insertInto('user_access')
    .values({ id, user_id: accountId, granted_by: grantedBy, reason, expires_at: expiresAt })
    .execute()
  return id
}
