import { randomInt } from 'node:crypto'
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
import { keyedHash } from '#app/platform/secrets.server.ts'
import { deletionFactsOf } from './internal/deletion-facts.server.ts'
import { deletionCodeSecret } from './internal/deletion-code.ts'
import { canDeleteAccount } from './policy.ts'

export type AskRefusal =
  | { kind: 'sign_in_required' | 'staff' | 'not_active' | 'something_open' | 'too_many_codes' }
  | { kind: 'proof_needed' }
  | { kind: 'too_soon'; waitSeconds: number }

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
    const asked = rows[0]!
    if (asked.since_last !== null && asked.since_last < PRIVACY.resendSeconds)
      return refuse({ kind: 'too_soon', waitSeconds: Math.ceil(PRIVACY.resendSeconds - asked.since_last) })
    if (asked.in_day >= PRIVACY.codesPerDay) return refuse({ kind: 'too_many_codes' })

    await tx
      .updateTable('account_deletions')
      .set({ state: 'replaced', code_hash: null })
      .where('profile_id', '=', actor.id)
      .where('state', '=', 'asked')
      .execute()
    const id = newId()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const expiresAt = addMinutes(now(), PRIVACY.codeMinutes)
    await tx
      .insertInto('account_deletions')
      .values({
        id,
        profile_id: actor.id,
        code_hash: keyedHash('code', deletionCodeSecret(id, code)),
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
