import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { normaliseEmail } from '#app/domain/identity/email.ts'
import { endSessionsOf } from '#app/domain/identity/end-sessions-of.server.ts'
import { lowerAccount, openStaffAccount, raiseAccount } from '#app/domain/identity/keep-staff-account.server.ts'
import { forgetSecondFactors } from '#app/domain/identity/forget-second-factors.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { hashSecret, verifySecret } from './internal/password-hash.server.ts'

export type OwnerKept = 'created' | 'rotated' | 'unchanged'

/**
 * Makes the configured owner the current one: creates it, or stores its new key; both end the open sessions. An existing account with the
 * address becomes the owner's; the former owner is a fan or a creator again. Throws where the address is invalid.
 */
export async function keepOwner(owner: { email: string; secretKey: string }): Promise<OwnerKept> {
  const email = normaliseEmail(owner.email)
  if (!email) throw new Error('OWNER_EMAIL is no e-mail address')
  const current = await findOwnerInForce()
  if (current?.email === email && (await verifySecret(owner.secretKey, current.hash))) return 'unchanged'
  const hash = await hashSecret(owner.secretKey)
  return inTransaction(async (tx) => {
    // Several processes may start at once: the second one finds what the first one wrote.
    await advisoryLock(tx, 'owner')
    const before = await tx
      .selectFrom('owner_auth')
      .select(['id', 'email', 'profile_id'])
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (before && before.email !== email) await stepDown(tx, before)
    const profileId = await raiseProfile(tx, email)
    await endSessionsOf(tx, profileId, before?.email === email ? 'key_rotated' : 'role_changed')
    // The recovery for an owner who has lost the second factor: setting a new key lets them set up another one.
    await forgetSecondFactors(tx, profileId)
    await tx
      .insertInto('owner_auth')
      .values({ id: newId(), profile_id: profileId, email, secret_key_hash: hash })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ secret_key_hash: hash, is_active: true, rotated_at: sql<Date>`app_now()` }),
      )
      .execute()
    const kept: OwnerKept = before?.email === email ? 'rotated' : 'created'
    await publish(tx, {
      actorId: null,
      event: kept === 'created' ? 'owner_created' : 'owner_key_rotated',
      objectId: profileId,
    })
    return kept
  })
}

async function findOwnerInForce(): Promise<{ email: string; hash: string } | undefined> {
  return db
    .selectFrom('owner_auth')
    .select(['email', 'secret_key_hash as hash'])
    .where('is_active', '=', true)
    .executeTakeFirst()
}

async function stepDown(tx: Tx, before: { id: string; profile_id: string }): Promise<void> {
  await tx.updateTable('owner_auth').set({ is_active: false }).where('id', '=', before.id).execute()
  await lowerAccount(tx, before.profile_id)
  await endSessionsOf(tx, before.profile_id, 'role_changed')
}

/** The account of the address as the owner's: upgraded where it exists, whatever its type was. */
async function raiseProfile(tx: Tx, email: string): Promise<string> {
  const existing = await tx
    .selectFrom('profiles')
    .select(['id', 'user_type'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (!existing) {
    const id = newId()
    await openStaffAccount(tx, { id, email, userType: 'owner', displayName: 'Owner' })
    return id
  }
  if (existing.user_type !== 'owner') {
    await raiseAccount(tx, existing.id, { userType: 'owner' })
    await tx
      .updateTable('staff_members')
      .set({ ended_at: sql<Date>`app_now()` })
      .where('profile_id', '=', existing.id)
      .where('ended_at', 'is', null)
      .execute()
  }
  return existing.id
}
