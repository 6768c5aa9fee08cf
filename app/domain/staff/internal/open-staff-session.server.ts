import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { endSession } from '#app/domain/identity/end-session.server.ts'
import { needsSecondFactor } from '#app/domain/identity/roles.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { StaffDevice, StaffSignedIn } from '../staff-sign-in.ts'
import type { Credential } from './credentials.server.ts'

/**
 * The session of a person who has verified everything that they have set up; the browser's former one ends. `skipped` is only for the
 * demo.
 */
export async function openStaffSession(
  tx: Tx,
  who: Credential,
  device: StaffDevice,
  secondFactor: boolean | 'skipped',
): Promise<StaffSignedIn> {
  if (device.replacesSessionId) await endSession(device.replacesSessionId, 'replaced', tx)
  const sessionToken = await startSession(tx, {
    profileId: who.profileId,
    network: device.network,
    userAgent: device.userAgent,
    kind: who.kind,
    secondFactor: secondFactor === true,
    factorSkipped: secondFactor === 'skipped',
  })
  if (who.kind === 'owner') {
    await tx
      .updateTable('owner_auth')
      .set({ last_used_at: sql<Date>`app_now()` })
      .where('profile_id', '=', who.profileId)
      .where('is_active', '=', true)
      .execute()
  }
  await publish(tx, {
    actorId: who.profileId,
    event: 'staff_signed_in',
    objectId: who.profileId,
    detail: { as: who.role, secondFactor: secondFactor === true, network: device.network },
  })
  const { profileId: id, email, displayName, role } = who
  const enrols = secondFactor === false && needsSecondFactor(role)
  return { kind: 'signed_in', sessionToken, person: { id, email, displayName, role }, enrols }
}
