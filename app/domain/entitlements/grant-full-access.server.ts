import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

export type FullAccess = { accountId: string; grantedBy: string | null; reason: string; expiresAt: Date | null }

/** Grants the rights of a pass without a payment. Returns the grant's id. */
export async function grantFullAccess(tx: Tx, grant: FullAccess): Promise<string> {
  const id = newId()
  await tx
    .insertInto('user_access')
    .values({
      id,
      user_id: grant.accountId,
      granted_by: grant.grantedBy,
      reason: grant.reason,
      expires_at: grant.expiresAt,
    })
    .execute()
  return id
}
