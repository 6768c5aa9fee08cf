import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { readingHashes } from '#app/platform/secrets.server.ts'
import { recordWrongCode, wrongCodesPause } from './internal/attempts.server.ts'
import { findCredential } from './internal/credentials.server.ts'
import { openStaffSession } from './internal/open-staff-session.server.ts'
import { type Factor, verifyFactor } from './internal/verify-factor.server.ts'
import type { StaffDevice, StaffSignedIn } from './staff-sign-in.ts'

export type StepRefusal =
  /** No such step in this browser, or it ended, or its tries are used up: back to the beginning. */
  { kind: 'step_ended' } | { kind: 'wrong_factor'; left: number } | { kind: 'wait'; waitSeconds: number }

export type { Factor }

/** The person whose second step is open in this browser, or null. */
export async function findStaffSignInStep(stepToken: string): Promise<{ profileId: string; email: string } | null> {
  const row = await db
    .selectFrom('staff_sign_in_steps as s')
    .innerJoin('profiles as p', 'p.id', 's.profile_id')
    .select(['p.id as profileId', 'p.email'])
    .where('s.token_hash', 'in', readingHashes('token', stepToken))
    .where('s.used_at', 'is', null)
    .where('s.attempts', '<', STAFF_SIGN_IN.triesPerStep)
    .where('s.expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirst()
  return row ?? null
}

/** Completes a staff sign-in with its second factor, once. Each try is counted before it is compared. */
export function completeStaffSignIn(input: {
  stepToken: string
  factor: Factor
  device: StaffDevice
}): Promise<Result<StaffSignedIn, StepRefusal>> {
  return inTransaction(async (tx) => {
    // The account first: commands that end sign-ins lock it, and then their steps.
    const person = await tx
      .selectFrom('profiles')
      .select('email')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('staff_sign_in_steps')
          .select('profile_id')
          .where('token_hash', 'in', readingHashes('token', input.stepToken)),
      )
      .forUpdate()
      .executeTakeFirst()
    const step = person && (await countTry(tx, input.stepToken))
    if (!step) return refuse({ kind: 'step_ended' })
    const who = await findCredential(tx, person.email)
    if (!who || who.kind !== step.kind) return refuse({ kind: 'step_ended' })
    const waitSeconds = await wrongCodesPause(tx, who.profileId)
    if (waitSeconds > 0) return refuse({ kind: 'wait', waitSeconds })
    if (!(await verifyFactor(tx, input.factor, who.profileId))) {
      await recordWrongCode(tx, who.profileId)
      await publish(tx, {
        actorId: null,
        event: 'staff_second_factor_failed',
        objectId: who.profileId,
        detail: { as: who.role, network: input.device.network },
      })
      const left = STAFF_SIGN_IN.triesPerStep - step.attempts
      return refuse(left > 0 ? { kind: 'wrong_factor', left } : { kind: 'step_ended' })
    }
    await tx
      .updateTable('staff_sign_in_steps')
      .set({ used_at: sql<Date>`app_now()` })
      .where('id', '=', step.id)
      .execute()
    return ok(await openStaffSession(tx, who, input.device, true))
  })
}

/** The row stays locked until the transaction ends: parallel tries run one after another. */
function countTry(tx: Tx, stepToken: string) {
  return tx
    .updateTable('staff_sign_in_steps')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', 'in', readingHashes('token', stepToken))
    .where('used_at', 'is', null)
    .where('attempts', '<', STAFF_SIGN_IN.triesPerStep)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['id', 'profile_id', 'kind', 'attempts'])
    .executeTakeFirst()
}
