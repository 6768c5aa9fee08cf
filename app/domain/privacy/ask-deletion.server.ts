import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { codeLimit, type CodeLimit, newCode } from '#app/platform/mailed-code.server.ts'
import { deletionFactsOf } from './internal/deletion-facts.server.ts'
import { canDeleteAccount } from './policy.ts'

export type AskRefusal =
  | { kind: 'sign_in_required' | 'staff' | 'not_active' | 'something_open' }
  | { kind: 'proof_needed' }
  | CodeLimit

/** Mails the code that proves that the account's owner wants it deleted. Older codes end with it. */
export function askDeletion(actor: Actor): Promise<Result<null, AskRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor) return refuse({ kind: 'sign_in_required' })
    if (!actor.freshlyProved) return refuse({ kind: 'proof_needed' })
    await advisoryLock(tx, `account deletion ${actor.id}`)
    const verdict = canDeleteAccount(actor, await deletionFactsOf(tx, actor.id))
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    const { rows } = await sql<{ in_day: number; since_last: number | null }>`
      select count(*)::int as in_day, extract(epoch from app_now() - max(asked_at))::float8 as since_last
      from account_deletions where profile_id = ${actor.id} and asked_at > app_now() - interval '1 day'`.execute(tx)
    const { since_last, in_day } = rows[0]!
    const limit = codeLimit(since_last, PRIVACY.resendSeconds, in_day >= PRIVACY.codesPerDay)
    if (limit) return refuse(limit)

    await tx
      .updateTable('account_deletions')
      .set({ state: 'replaced', code_hash: null })
      .where('profile_id', '=', actor.id)
      .where('state', '=', 'asked')
      .execute()
    const id = newId()
    const { code, hash } = newCode('deletion', id)
    const expiresAt = addMinutes(now(), PRIVACY.codeMinutes)
    await tx
      .insertInto('account_deletions')
      .values({
        id,
        profile_id: actor.id,
        code_hash: hash,
        code_expires_at: expiresAt,
      })
      .execute()
    await publish(tx, {
      actorId: actor.id,
      event: 'deletion_asked',
      objectId: id,
    })
    await enqueueSecretMail(tx, actor.email, 'deletion_code', {
      code,
      minutes: PRIVACY.codeMinutes,
      expiresAt: expiresAt.toISOString(),
    })
    return ok(null)
  })
}
