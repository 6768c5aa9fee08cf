import { type RawBuilder, sql } from 'kysely'
import { asRole, type Tx } from '#app/platform/db.server.ts'
import { verificationAfter } from './verification.ts'

/** A person decided about the submitted application of a creator. The caller has recorded the decision: the database checks it. */
export function decideVerification(tx: Tx, creatorId: string, decision: 'approved' | 'rejected'): Promise<void> {
  return asRole(tx, 'peach_decisions', async () => {
    const before = await tx
      .selectFrom('creators')
      .select(['approved_at as approvedAt', 'feed_rank as feedRank', 'reverify_by as reverifyBy'])
      .select(sql<Date>`app_now()`.as('at'))
      .where('profile_id', '=', creatorId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { approvedAt, feedRank, reverifyBy } = verificationAfter(decision, before, before.at)
    await tx
      .updateTable('creators')
      .set({
        verification_status: decision,
        approved_at: approvedAt,
        feed_rank: feedRank,
        reverify_by: reverifyBy,
        reverify_reminded_days: null,
      })
      .where('profile_id', '=', creatorId)
      .execute()
  })
}

/** The creator's application was submitted: they are in review, unless they are approved and only renew their documents. */
export async function beginVerification(tx: Tx, creatorId: string): Promise<void> {
  await setInReview(tx, creatorId, sql<boolean>`verification_status <> 'approved'`)
}

/** The year of an approval is over: the creator is in review again. False where it isn't over. */
export function expireVerification(tx: Tx, creatorId: string): Promise<boolean> {
  return setInReview(tx, creatorId, sql<boolean>`verification_status = 'approved' and reverify_by <= app_now()`)
}

function setInReview(tx: Tx, creatorId: string, where: RawBuilder<boolean>): Promise<boolean> {
  return asRole(tx, 'peach_decisions', async () => {
    const changed = await tx
      .updateTable('creators')
      .set({ verification_status: 'in_review' })
      .where('profile_id', '=', creatorId)
      .where(where)
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n
  })
}

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
