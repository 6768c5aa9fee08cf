import { addDays, now } from '#app/platform/clock.ts'
import { sql } from 'kysely'
import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { PROOF } from '#app/domain/settings/constants.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { codeLimit, type CodeLimit, newCode } from '#app/platform/mailed-code.server.ts'
import type { Actor, Person } from './actor.ts'
import { provesByMail } from './fresh-proof.ts'

export type AskProofRefusal = { kind: 'sign_in_required' | 'not_by_mail' } | CodeLimit

/**
 * Mails a code with which a fan or a creator proves, in this very session, that they own the account's mailbox. Older codes end with it.
 */
export function askProofCode(actor: Actor): Promise<Result<null, AskProofRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor) return refuse({ kind: 'sign_in_required' })
    if (!provesByMail(actor)) return refuse({ kind: 'not_by_mail' })
    await advisoryLock(tx, `session proof ${actor.id}`)
    const limit = await checkLimit(tx, actor)
    if (limit) return refuse(limit)
    await tx
      .updateTable('session_proof_codes')
      .set({ voided_at: sql<Date>`app_now()` })
      .where('session_id', '=', actor.sessionId)
      .where('consumed_at', 'is', null)
      .where('voided_at', 'is', null)
      .execute()
    const id = newId()
    const { code, hash } = newCode('session_proof', id)
    const { expires_at } = await tx
      .insertInto('session_proof_codes')
      .values({
        id,
        session_id: actor.sessionId,
        profile_id: actor.id,
        code_hash: hash,
        expires_at: sql`app_now() + make_interval(mins => ${PROOF.codeMinutes})`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow()
    await publish(tx, {
      actorId: actor.id,
      event: 'identity_code_asked',
      objectId: actor.sessionId,
    })
    await enqueueSecretMail(tx, actor.email, 'identity_code', {
      code,
      minutes: PROOF.codeMinutes,
      expiresAt: expires_at.toISOString(),
    })
    return ok(null)
  })
}

/**
 * Counted for the session, so that a stolen one can't use up what its holder needs in theirs; and, with a wider limit, for the person.
 */
async function checkLimit(tx: Tx, actor: Person): Promise<CodeLimit | null> {
  const rows = await tx
    .selectFrom('session_proof_codes')
    .select(['sent_at', 'session_id'])
    .where('profile_id', '=', actor.id)
    .where('sent_at', '>', addDays(now(), -1))
    .orderBy('sent_at', 'desc')
    .execute()
  const all = rows.map(({ sent_at }) => sent_at)
  const own = rows.filter(({ session_id }) => session_id === actor.sessionId).map(({ sent_at }) => sent_at)
  return codeLimit(now(), own[0], PROOF.resendSeconds, [
    { sent: own, most: PROOF.codesPerSessionAndHour, hours: 1 },
    { sent: own, most: PROOF.codesPerSessionAndDay, hours: 24 },
    { sent: all, most: PROOF.codesPerPersonAndDay, hours: 24 },
  ])
}

/** The code that this session waits for, or null. `waitSeconds` counts to the next mail. */
export async function findAwaitedProof(sessionId: string): Promise<{ waitSeconds: number; sentAt: Date } | null> {
  const row = await db
    .selectFrom('session_proof_codes')
    .select([
      'sent_at as sentAt',
      sql<number>`ceil(greatest(0, ${PROOF.resendSeconds} - extract(epoch from app_now() - sent_at)))::int`.as(
        'waitSeconds',
      ),
    ])
    .where('session_id', '=', sessionId)
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .orderBy('sent_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}
