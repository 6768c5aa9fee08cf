import type { Tx } from '#app/platform/db.server.ts'

/**
 * Locks a creator and says whether a paid week can still be given: the application is being looked at, or approved. A decision of the
 * same moment comes wholly before or wholly after.
 */
export async function lockCreatorOnTheWay(tx: Tx, creatorId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('creators')
    .select('verification_status')
    .where('profile_id', '=', creatorId)
    .forUpdate()
    .executeTakeFirst()
  return row?.verification_status === 'in_review' || row?.verification_status === 'approved'
}
