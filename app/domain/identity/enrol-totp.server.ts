import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { config } from '#app/platform/config.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { seal, unseal } from '#app/platform/secrets.server.ts'
import { SECOND_FACTOR } from '#app/domain/settings/constants.ts'
import { notifyOfChange } from './internal/notify-of-change.server.ts'
import type { Actor } from './actor.ts'
import { confirmSession, type FactorKept } from './internal/confirm-session.server.ts'
import { lockSession } from './internal/lock-session.server.ts'
import { inMinutes, makeRecoveryCodes } from './internal/recovery-codes.server.ts'
import { canSetUpTotp, type FactorReason } from './second-factor-policy.ts'
import { toBase32, totpAddress, TOTP_SECRET_BYTES, typedTotp } from './totp.ts'
import { factorFacts, stepOf, verifySecondFactor } from './verify-second-factor.server.ts'

export type TotpKey = { secret: string; address: string }
export type EnrolRefusal =
  | { kind: 'denied'; reason: FactorReason }
  | { kind: 'wrong_current' }
  | { kind: 'nothing_begun' }
  | { kind: 'wrong_code' }

/** A new secret, sealed, for the caller to keep until its first code was typed. */
export function newSealedTotp(): string {
  return seal(toBase32(randomBytes(TOTP_SECRET_BYTES)))
}

/** What an app reads of a sealed secret: the key to type and the address in the QR code. */
export function openTotpKey(sealedSecret: string, email: string): TotpKey {
  const secret = unseal(sealedSecret)
  return { secret, address: totpAddress(secret, email, config().brandName) }
}

/** Begins to set up an authenticator app, or to change it. A person who has one types a code of it first. */
export function beginTotp(actor: Actor, current: string): Promise<Result<null, EnrolRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !(await lockSession(tx, actor))) return refuse({ kind: 'denied', reason: 'sign_in_required' })
    const facts = await factorFacts(actor.id, tx)
    const verdict = canSetUpTotp(actor, facts)
    if (!verdict.allowed) return refuse({ kind: 'denied', reason: verdict.reason })
    if (facts.totp && (await verifySecondFactor(tx, actor.id, current)) !== 'ok')
      return refuse({ kind: 'wrong_current' })
    const pending = { sealed_secret: newSealedTotp(), expires_at: inMinutes(SECOND_FACTOR.enrolMinutes) }
    await tx
      .insertInto('totp_enrolments')
      .values({ profile_id: actor.id, ...pending })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(pending))
      .execute()
    return ok(null)
  })
}

/** The key that somebody is setting up, while it can still be confirmed. */
export async function findTotpEnrolment(actor: NonNullable<Actor>): Promise<TotpKey | null> {
  const row = await pendingOf(actor.id).executeTakeFirst()
  return row ? openTotpKey(row.sealed_secret, actor.email) : null
}

function pendingOf(profileId: string, connection: Tx | typeof db = db) {
  return connection
    .selectFrom('totp_enrolments')
    .select('sealed_secret')
    .where('profile_id', '=', profileId)
    .where('expires_at', '>', sql<Date>`app_now()`)
}

/** The first right code activates the app. New recovery codes come with it; other sessions, which never verified it, end. */
export function confirmTotp(actor: Actor, typed: string): Promise<Result<FactorKept, EnrolRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !(await lockSession(tx, actor))) return refuse({ kind: 'denied', reason: 'sign_in_required' })
    const verdict = canSetUpTotp(actor, await factorFacts(actor.id, tx))
    if (!verdict.allowed) return refuse({ kind: 'denied', reason: verdict.reason })
    const pending = await pendingOf(actor.id, tx).forUpdate().executeTakeFirst()
    if (!pending) return refuse({ kind: 'nothing_begun' })
    const digits = typedTotp(typed)
    const step = digits && (await stepOf(pending.sealed_secret, digits, 0))
    if (!step) return refuse({ kind: 'wrong_code' })
    await tx.deleteFrom('totp_enrolments').where('profile_id', '=', actor.id).execute()
    await keepTotp(tx, { profileId: actor.id, sealedSecret: pending.sealed_secret, step })
    const sessionToken = await confirmSession(tx, actor)
    await notifyOfChange(tx, actor, 'authenticator_set_up')
    return ok({ sessionToken })
  })
}

/** Stores a confirmed secret, whose code of `step` is used up, with a new sheet of recovery codes. */
export async function keepTotp(tx: Tx, totp: { profileId: string; sealedSecret: string; step: bigint }): Promise<void> {
  const kept = { sealed_secret: totp.sealedSecret, last_step: totp.step, confirmed_at: sql<Date>`app_now()` }
  await tx
    .insertInto('totp_secrets')
    .values({ profile_id: totp.profileId, ...kept })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(kept))
    .execute()
  await makeRecoveryCodes(tx, totp.profileId)
}
