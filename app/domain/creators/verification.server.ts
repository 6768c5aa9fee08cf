import type { Tx } from '#app/platform/db.server.ts'

/** Records that an approved creator is reminded so many days before the yearly verification ends. False where they were before. */
export async function noteVerificationReminder(tx: Tx, creatorId: string, days: number): Promise<boolean> {
  const reminded = await tx
    .updateTable('creators')
    .set({ reverify_reminded_days: days })
    .where('profile_id', '=', creatorId)
    .where('verification_status', '=', 'approved')
    .where((where) =>
      where.or([where('reverify_reminded_days', 'is', null), where('reverify_reminded_days', '>', days)]),
    )
    .executeTakeFirst()
  return reminded.numUpdatedRows > 0n
}
