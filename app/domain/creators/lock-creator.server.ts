import type { Tx } from '#app/platform/db.server.ts'

/**
 * Locks a creator and returns whether a paid week can still be given: the application is in review or approved. A decision at the same
 * moment happens wholly before or wholly after.
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
