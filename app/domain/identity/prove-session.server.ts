import { codeOf } from '#app/platform/exact-text.ts'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { PROOF } from '#app/domain/settings/constants.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isRightCode } from '#app/platform/mailed-code.server.ts'
import type { Actor, Person } from './actor.ts'
import type { Browser } from './browser.server.ts'
import { provesByMail } from './fresh-proof.ts'
import { checkAssertion } from './internal/check-assertion.server.ts'
import { recordProof } from './record-proof.server.ts'

/** The session's new token, for the cookie of the browser that proved. */
export type Proved = { sessionToken: string }

export type ProveRefusal = { kind: 'sign_in_required' | 'not_by_mail' | 'wrong' }

/**
 * Verifies a fan or a creator by the code that was mailed for this session. Each try is counted before it is compared, and the right code
 * is accepted once.
 */
export async function proveSessionByCode(actor: Actor, typed: string): Promise<Result<Proved, ProveRefusal>> {
  if (!actor) return refuse({ kind: 'sign_in_required' })
  if (!provesByMail(actor)) return refuse({ kind: 'not_by_mail' })
  const counted = await db
    .updateTable('session_proof_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('session_id', '=', actor.sessionId)
    .where('attempts', '<', PROOF.triesPerCode)
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  const code = codeOf(typed)
  if (!counted || !isRightCode('session_proof', counted, code)) return noteFailure(actor, 'code')
  return inTransaction(async (tx) => {
    const consumed = await tx
      .updateTable('session_proof_codes')
      .set({ consumed_at: sql<Date>`app_now()` })
      .where('id', '=', counted.id)
      .where('consumed_at', 'is', null)
      .where('voided_at', 'is', null)
      .executeTakeFirst()
    if (consumed.numUpdatedRows !== 1n) return refuse({ kind: 'wrong' })
    const sessionToken = await recordProof(tx, actor, 'code')
    return sessionToken ? ok({ sessionToken }) : refuse({ kind: 'sign_in_required' })
  })
}

/** Verifies a fan or a creator by a passkey of their own; their device has verified the person. */
export async function proveSessionByPasskey(
  actor: Actor,
  input: { credential: string; browser: Browser },
): Promise<Result<Proved, ProveRefusal>> {
  if (!actor) return refuse({ kind: 'sign_in_required' })
  if (!provesByMail(actor)) return refuse({ kind: 'not_by_mail' })
  const proved = await inTransaction(async (tx): Promise<Result<Proved, ProveRefusal>> => {
    const checked = await checkAssertion(tx, input.credential, input.browser)
    if (checked?.profileId !== actor.id) return refuse({ kind: 'wrong' })
    const sessionToken = await recordProof(tx, actor, 'passkey')
    return sessionToken ? ok({ sessionToken }) : refuse({ kind: 'sign_in_required' })
  })
  return !proved.ok && proved.refusal.kind === 'wrong' ? noteFailure(actor, 'passkey') : proved
}

async function noteFailure(actor: Person, by: 'code' | 'passkey'): Promise<Result<never, { kind: 'wrong' }>> {
  await inTransaction((tx) =>
    publish(tx, {
      actorId: actor.id,
      event: 'identity_confirmation_failed',
      objectId: actor.sessionId,
      detail: { by },
    }),
  )
  return refuse({ kind: 'wrong' })
}
