import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { recordProof } from '#app/domain/identity/record-proof.server.ts'
import { workingRole } from '#app/domain/identity/second-factor-policy.ts'
import { hasSecondFactor } from '#app/domain/identity/verify-second-factor.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { TooManyWaitingError } from '#app/platform/concurrency-limit.ts'
import {
  bucketsOf,
  forgiveAttempt,
  recordWrongCode,
  reserveAttempt,
  wrongCodesPause,
} from './internal/attempts.server.ts'
import { findCredential } from './internal/credentials.server.ts'
import { DECOY_HASH, verifySecret } from './internal/password-hash.server.ts'
import { limited } from './internal/sign-in-limit.server.ts'
import { type Factor, verifyFactor } from './internal/verify-factor.server.ts'
import { staffDeviceOf } from './staff-device.server.ts'

export type StaffProofRefusal =
  | { kind: 'not_staff' | 'session_ended' | 'busy' | 'factor_needed' | 'wrong_factor' }
  | { kind: 'wrong'; left: number }
  | { kind: 'wait'; waitSeconds: number }

export type StaffProofInput = {
  secret: string
  /** Null where nothing was given: enough for a person without a second factor. */
  factor: Factor | null
  network: string
  deviceCookie: string | null
}

/**
 * Verifies staff or the owner in their open session: by password or key, and by the second factor where one is set up. Tries count
 * towards the same limits as signing in.
 */
export async function proveStaff(
  actor: Actor,
  input: StaffProofInput,
): Promise<Result<{ sessionToken: string }, StaffProofRefusal>> {
  if (!actor || workingRole(actor) === null) return refuse({ kind: 'not_staff' })
  try {
    return await limited(() => tryOnce(actor, input))
  } catch (error) {
    if (error instanceof TooManyWaitingError) return refuse({ kind: 'busy' })
    throw error
  }
}

async function tryOnce(
  actor: Person,
  input: StaffProofInput,
): Promise<Result<{ sessionToken: string }, StaffProofRefusal>> {
  const buckets = bucketsOf(actor.email, input.network, staffDeviceOf(input.deviceCookie, actor.email))
  const attempt = newId()
  const reserved = await inTransaction((tx) => reserveAttempt(tx, buckets, attempt))
  if (!reserved.ok) return refuse({ kind: 'wait', waitSeconds: reserved.waitSeconds })
  const who = await findCredential(db, actor.email)
  const right = await verifySecret(input.secret, who?.hash ?? DECOY_HASH)
  if (who?.profileId !== actor.id || !right) {
    await noteFailure(actor, input.network)
    return refuse({ kind: 'wrong', left: reserved.left })
  }
  return inTransaction(async (tx) => {
    await tx.selectFrom('profiles').select('id').where('id', '=', actor.id).forUpdate().execute()
    const still = await findCredential(tx, actor.email)
    // The key was changed, or their work ended, while we compared.
    if (!still || still.hash !== who.hash) return refuse({ kind: 'session_ended' })
    await forgiveAttempt(tx, buckets, attempt)
    if (await hasSecondFactor(actor.id, tx)) {
      if (!input.factor) return refuse({ kind: 'factor_needed' })
      const waitSeconds = await wrongCodesPause(tx, actor.id)
      if (waitSeconds > 0) return refuse({ kind: 'wait', waitSeconds })
      if (!(await verifyFactor(tx, input.factor, actor.id))) {
        await recordWrongCode(tx, actor.id)
        await publish(tx, failureOf(actor, input.network))
        return refuse({ kind: 'wrong_factor' })
      }
    }
    const sessionToken = await recordProof(tx, actor, 'password')
    return sessionToken ? ok({ sessionToken }) : refuse({ kind: 'session_ended' })
  })
}

async function noteFailure(actor: Person, network: string): Promise<void> {
  await inTransaction((tx) => publish(tx, failureOf(actor, network)))
}

function failureOf(actor: Person, network: string) {
  return {
    actorId: null,
    event: 'staff_confirmation_failed',
    objectId: actor.id,
    detail: { as: workingRole(actor), network },
  } as const
}
