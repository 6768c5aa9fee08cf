import { sql } from 'kysely'
import { asRole, type Tx } from '#app/platform/db.server.ts'

/** Submits a locked application to the reviewers. False where it can't be submitted now. */
export function submitToReview(tx: Tx, applicationId: string): Promise<boolean> {
  return asRole(tx, 'peach_decisions', async () => {
    const sent = await tx
      .updateTable('creator_applications')
      .set((row) => ({
        state: 'in_review',
        submitted_at: sql<Date>`app_now()`,
        steps_done: [],
        version: row('version', '+', 1),
        updated_at: sql<Date>`app_now()`,
      }))
      .where('id', '=', applicationId)
      .where('state', 'in', ['draft', 'changes_requested'])
      .executeTakeFirst()
    return sent.numUpdatedRows > 0n
  })
}

/** A person has decided about the application, whose lock the caller holds. */
export async function markDecided(
  tx: Tx,
  applicationId: string,
  decision: 'approved' | 'changes_requested' | 'rejected',
): Promise<void> {
  await asRole(tx, 'peach_decisions', () =>
    tx
      .updateTable('creator_applications')
      .set((row) => ({
        state: decision,
        decided_at: sql<Date>`app_now()`,
        version: row('version', '+', 1),
        updated_at: sql<Date>`app_now()`,
      }))
      .where('id', '=', applicationId)
      .execute(),
  )
}

/** An approved creator whose year ends within a month may send new documents. */
export async function reopenApplication(tx: Tx, creatorId: string): Promise<void> {
  await asRole(tx, 'peach_decisions', () =>
    tx
      .updateTable('creator_applications')
      .set((row) => ({
        state: 'changes_requested',
        version: row('version', '+', 1),
        updated_at: sql<Date>`app_now()`,
      }))
      .where('profile_id', '=', creatorId)
      .where('state', '=', 'approved')
      .where((row) =>
        row.exists(
          row
            .selectFrom('creators as c')
            .select('c.profile_id')
            .where('c.profile_id', '=', creatorId)
            .where('c.verification_status', '=', 'approved')
            .where('c.reverify_by', '<=', sql<Date>`app_now() + interval '31 days'`),
        ),
      )
      .execute(),
  )
}
