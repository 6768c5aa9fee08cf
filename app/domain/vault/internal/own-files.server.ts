import type { Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'

export type VaultRefusal = { kind: 'not_permitted' } | { kind: 'no_such_file' }

/** The ids among these that are files of this owner. */
export async function findOwnFiles(tx: Tx, ownerId: string, mediaIds: readonly string[]): Promise<string[]> {
  const asked = mediaIds.filter(isId)
  if (asked.length === 0) return []
  const rows = await tx
    .selectFrom('media')
    .select('id')
    .where('id', 'in', asked)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'post')
    .execute()
  return rows.map((row) => row.id)
}
