import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { normaliseEmail } from '#app/domain/identity/email.ts'
import { hasSecondFactor } from '#app/domain/identity/verify-second-factor.server.ts'
import { STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { TooManyWaitingError } from '#app/platform/concurrency-limit.ts'
import { type Buckets, bucketsOf, forgiveAttempt, reserveAttempt } from './internal/attempts.server.ts'
import { type Credential, findCredential } from './internal/credentials.server.ts'
import { openStaffSession } from './internal/open-staff-session.server.ts'
import { DECOY_HASH, verifySecret } from './internal/password-hash.server.ts'
import { limited } from './internal/sign-in-limit.server.ts'
import { staffDeviceOf } from './staff-device.server.ts'
import type { StaffDevice, StaffSignedIn, StaffStep } from './staff-sign-in.ts'

export type StaffSignInRefusal =
  /** The same for an unknown address, a wrong key and former staff. */
  { kind: 'wrong'; left: number } | { kind: 'wait'; waitSeconds: number } | { kind: 'busy' }

export type StaffSignInInput = { email: string; secret: string; device: StaffDevice; deviceCookie: string | null }

const LONGEST_EMAIL = 254

/**
 * Signs in the owner by key or staff by password. The try is counted first, then compared outside of any transaction, with the same
 * effort for an unknown address. A person with a second factor gets no session here but a sign-in step; a person who requires one and has
 * none gets a session that only allows setting one up.
 */
export async function signInStaff(
  input: StaffSignInInput,
): Promise<Result<StaffSignedIn | StaffStep, StaffSignInRefusal>> {
  const email = normaliseEmail(input.email) ?? input.email.trim().toLowerCase().slice(0, LONGEST_EMAIL)
  const buckets = bucketsOf(email, input.device.network, staffDeviceOf(input.deviceCookie, email))
  try {
    return await limited(() => tryOnce(input, email, buckets))
  } catch (error) {
    if (error instanceof TooManyWaitingError) return refuse({ kind: 'busy' })
    throw error
  }
}

async function tryOnce(
  input: StaffSignInInput,
  email: string,
  buckets: Buckets,
): Promise<Result<StaffSignedIn | StaffStep, StaffSignInRefusal>> {
  const attempt = newId()
  const reserved = await inTransaction((tx) => reserveAttempt(tx, buckets, attempt))
  if (!reserved.ok) return refuse({ kind: 'wait', waitSeconds: reserved.waitSeconds })
  const who = await findCredential(db, email)
  const right = await verifySecret(input.secret, who?.hash ?? DECOY_HASH)
  if (!who || !right) {
    await inTransaction((tx) => recordWrong(tx, who, input.device))
    return refuse({ kind: 'wrong', left: reserved.left })
  }
  return inTransaction(async (tx) => {
    await tx.selectFrom('profiles').select('id').where('id', '=', who.profileId).forUpdate().execute()
    const still = await findCredential(tx, email)
    // The key was changed, or their work ended, while we compared.
    if (!still || still.hash !== who.hash) return refuse({ kind: 'wrong', left: reserved.left })
    await forgiveAttempt(tx, buckets, attempt)
    if (await hasSecondFactor(still.profileId, tx)) return ok(await openStep(tx, still))
    return ok(await openStaffSession(tx, still, input.device, false))
  })
}

/** Also for an unknown address: it takes as long, and guessing is recorded. */
async function recordWrong(tx: Tx, who: Credential | null, device: StaffDevice): Promise<void> {
  await publish(tx, {
    actorId: null,
    event: 'staff_sign_in_failed',
    ...(who ? {} : { objectKind: 'unknown_address' as const }),
    objectId: who?.profileId ?? 'unknown',
    detail: { as: who?.role ?? null, network: device.network },
  })
}

async function openStep(tx: Tx, who: Credential): Promise<StaffStep> {
  const stepToken = randomToken()
  await tx
    .insertInto('staff_sign_in_steps')
    .values({
      id: newId(),
      token_hash: keyedHash('token', stepToken),
      profile_id: who.profileId,
      kind: who.kind,
      expires_at: sql`app_now() + make_interval(mins => ${STAFF_SIGN_IN.stepMinutes})`,
    })
    .execute()
  return { kind: 'second_factor', stepToken, email: who.email }
}
