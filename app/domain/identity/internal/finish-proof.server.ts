import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import { recordConsent } from '#app/domain/consents/record-consent.server.ts'
import type { UserType } from '../actor.ts'
import { endSession } from '../end-session.server.ts'
import { endSessionsOf } from '../end-sessions-of.server.ts'
import { forgetSecondFactors } from '../forget-second-factors.server.ts'
import { canSignIn } from '../policy.ts'
import type { Device, Proof, ProofRefusal, ProvenMail } from '../proof.ts'
import { startSession } from '../start-session.server.ts'

type Account = { id: string; userType: UserType; status: 'active' | 'suspended' | 'closed'; proven: boolean }

/**
 * What follows from proving the mailbox: the account where it was still missing, and a session. The first proof invalidates whatever a
 * stranger may have prepared under this address. Code and link were used up in the same transaction.
 */
export async function finishProof(
  tx: Tx,
  mail: ProvenMail,
  device: Device,
  by: 'code' | 'link' | 'demo',
): Promise<Result<Proof, ProofRefusal>> {
  const account = await lockAccount(tx, mail.email)
  if (!account && mail.purpose === 'sign_in') return refuse({ kind: 'account_not_found' })
  if (account?.userType === 'admin' || account?.userType === 'owner') return ok({ kind: 'staff' })
  const verdict = account && canSignIn(account)
  if (verdict && !verdict.allowed) {
    // A person who wants to cancel a deletion gets the link here as well.
    if (verdict.reason === 'closed') await enqueue(tx, 'mail_deletion_link', { profileId: account.id })
    return refuse({ kind: 'account_not_active', status: verdict.reason })
  }
  const wantsCreator = mail.purpose === 'sign_up' && mail.userType === 'creator'
  if (account?.proven && wantsCreator) return refuse({ kind: 'already_registered' })

  const id = account?.id ?? (await createProvenAccount(tx, mail))
  if (account && !account.proven) await claimAccount(tx, account.id, wantsCreator ? 'creator' : null)
  // The page that requested this mail showed what continuing agrees to.
  if (mail.purpose !== 'sign_in')
    await recordConsent(tx, id, EVERYBODY_AGREES, mail.purpose === 'sign_up' ? 'sign_up' : 'payment')
  if (device.replacesSessionId) await endSession(device.replacesSessionId, 'replaced', tx)
  const person = await tx
    .selectFrom('profiles')
    .select(['id', 'user_type', 'profile_completed', 'username'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sessionToken = await startSession(tx, { profileId: id, network: device.network, userAgent: device.userAgent })
  await publish(tx, { actorId: id, event: 'signed_in', objectId: id, detail: { by } })
  return ok({
    kind: 'signed_in',
    sessionToken,
    person: {
      id,
      userType: person.user_type === 'creator' ? 'creator' : 'fan',
      profileCompleted: person.profile_completed,
      username: person.username,
    },
    accountCreated: !account,
    returnTo: mail.returnTo,
  })
}

async function lockAccount(tx: Tx, email: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('profiles')
    .select(['id', 'user_type', 'account_status', 'email_proven_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  return row
    ? { id: row.id, userType: row.user_type, status: row.account_status, proven: row.email_proven_at !== null }
    : null
}

async function createProvenAccount(tx: Tx, mail: ProvenMail): Promise<string> {
  const id = newId()
  const userType = mail.userType ?? 'fan'
  await tx
    .insertInto('profiles')
    .values({ id, email: mail.email, user_type: userType, email_proven_at: sql<Date>`app_now()` })
    .execute()
  await publish(tx, { actorId: id, event: 'account_created', objectId: id, detail: { as: userType } })
  return id
}

/** The mailbox's owner takes the account over: nothing that another person could have set or opened before stays. */
async function claimAccount(tx: Tx, id: string, becomes: 'creator' | null): Promise<void> {
  await endSessionsOf(tx, id, 'email_proven')
  await forgetSecondFactors(tx, id)
  await tx.deleteFrom('former_usernames').where('profile_id', '=', id).execute()
  await tx
    .updateTable('profiles')
    .set({
      email_proven_at: sql<Date>`app_now()`,
      updated_at: sql<Date>`app_now()`,
      display_name: null,
      username: null,
      whatsapp_number: null,
      phone: null,
      bio: '',
      city: null,
      birthday: null,
      avatar_media_id: null,
      profile_completed: false,
      ...(becomes && { user_type: becomes }),
    })
    .where('id', '=', id)
    .execute()
  await publish(tx, { actorId: id, event: 'email_proven', objectId: id })
}
