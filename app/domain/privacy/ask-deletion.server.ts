import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { codeLimit, type CodeLimit, newCode } from '#app/platform/mailed-code.server.ts'
import { deletionFactsOf } from './internal/deletion-facts.server.ts'
import { canDeleteAccount } from './policy.ts'

export type AskRefusal = { kind: 'sign_in_required' | 'staff' | 'not_active' | 'something_open' } | CodeLimit

/** Mails the code that proves, freshly, that the account's owner wants it deleted. Older codes end with it. */
export function askDeletion(actor: Actor): Promise<Result<null, AskRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor) return refuse({ kind: 'sign_in_required' })
    await advisoryLock(tx, `account deletion ${actor.id}`)
    const verdict = canDeleteAccount(actor, await deletionFactsOf(tx, actor.id))
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    const rows = await tx
      .selectFrom('account_deletions')
      .select('asked_at')
      .where('profile_id', '=', actor.id)
      .where('asked_at', '>', addDays(now(), -1))
      .orderBy('asked_at', 'desc')
      .execute()
    const sent = rows.map(({ asked_at }) => asked_at)
    const limit = codeLimit(now(), sent[0], PRIVACY.resendSeconds, [{ sent, most: PRIVACY.codesPerDay, hours: 24 }])
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
