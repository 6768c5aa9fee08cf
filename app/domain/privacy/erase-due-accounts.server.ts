import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { eraseAccount } from './internal/erase-account.server.ts'
import { deletionFactsOf } from './internal/deletion-facts.server.ts'
import { deletionBlockers } from './policy.ts'

const AT_ONCE = 20

/**
 * Scheduled task: erases the accounts whose waiting time is over. Where something is open by then (for example a payment that arrived
 * late) the account stays closed and is checked again a day later. One that fails doesn't delay the others.
 */
export async function eraseDueAccounts(): Promise<number> {
  const due = await db
    .selectFrom('account_deletions')
    .select(['id', 'profile_id'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`app_now()`)
    .orderBy('due_at')
    .limit(AT_ONCE)
    .execute()
  let erased = 0
  for (const deletion of due) {
    try {
      if (await eraseOrPostpone(deletion.id, deletion.profile_id)) erased += 1
    } catch (error) {
      log.error({ err: error, deletion: deletion.id }, 'an account could not be erased and will be tried again')
    }
  }
  return erased
}

function eraseOrPostpone(deletionId: string, profileId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    await advisoryLock(tx, `account deletion ${profileId}`)
    const blockers = deletionBlockers(await deletionFactsOf(tx, profileId))
    if (blockers.length > 0) {
      const postponed = addDays(now(), 1)
      await tx
        .updateTable('account_deletions')
        .set({ due_at: postponed })
        .where('id', '=', deletionId)
        .where('state', '=', 'waiting')
        .execute()
      await publish(tx, {
        actorId: null,
        event: 'erasure_postponed',
        objectId: deletionId,
        detail: { because: blockers.map((blocker) => blocker.kind).join(' ') },
      })
      return false
    }
    await eraseAccount(tx, profileId)
    await publish(tx, {
      actorId: null,
      event: 'account_erased',
      objectId: deletionId,
    })
    return true
  })
}
