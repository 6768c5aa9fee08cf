import type { Tx } from '#app/platform/db.server.ts'

/** Changes of one account's factors come one after another: two removals at once could leave none. */
export async function lockFactors(tx: Tx, profileId: string): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().executeTakeFirst()
}
