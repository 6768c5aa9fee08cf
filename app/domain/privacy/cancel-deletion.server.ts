import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { lockAccountStatus, setAccountStatus } from '#app/domain/identity/account-status.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { readingHashes } from '#app/platform/secrets.server.ts'
import { mailCancelLink } from './internal/mail-cancel-link.server.ts'

/** When the account behind a mailed link will be erased; null for a link that has ended. Read-only: scanners open links, too. */
export async function findWaitingDeletion(token: string): Promise<{ dueAt: Date } | null> {
  const row = await db
    .selectFrom('account_deletions')
    .select('due_at')
    .where('cancel_hash', 'in', readingHashes('token', token))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.due_at ? { dueAt: row.due_at } : null
}

/** Cancels a deletion: the account opens again, unless it was suspended meanwhile. Nobody is signed in by it. */
export function cancelDeletion(token: string): Promise<Result<null, { kind: 'link_ended' }>> {
  return inTransaction(async (tx) => {
    const taken = await tx
      .updateTable('account_deletions')
      .set({ state: 'cancelled', cancel_hash: null, cancelled_at: sql<Date>`app_now()` })
      .where('cancel_hash', 'in', readingHashes('token', token))
      .where('state', '=', 'waiting')
      .returning(['id', 'profile_id'])
      .executeTakeFirst()
    if (!taken) return refuse({ kind: 'link_ended' })
    if ((await lockAccountStatus(tx, taken.profile_id)) === 'closed')
      await setAccountStatus(tx, taken.profile_id, { accountStatus: 'active' })
    await publish(tx, {
      actorId: taken.profile_id,
      event: 'deletion_cancelled',
      objectId: taken.id,
    })
    return ok(null)
  })
}

/** Somebody proved the mailbox of a closed account: if a deletion is pending, they get the link that cancels it once more. */
export function mailDeletionLink(profileId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const waiting = await tx
      .selectFrom('account_deletions as d')
      .innerJoin('profiles as p', 'p.id', 'd.profile_id')
      .select(['d.id', 'd.due_at', 'p.email'])
      .where('d.profile_id', '=', profileId)
      .where('d.state', '=', 'waiting')
      .executeTakeFirst()
    if (waiting?.due_at) await mailCancelLink(tx, { id: waiting.id, email: waiting.email, dueAt: waiting.due_at })
  })
}
