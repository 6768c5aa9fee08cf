import { sql } from 'kysely'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Browser } from './browser.server.ts'
import { checkAssertion } from './internal/check-assertion.server.ts'
import type { Device, Proof } from './proof.ts'
import { startSession } from './start-session.server.ts'
import { canSignIn } from './policy.ts'

export type PasskeyRefusal =
  | { kind: 'unknown_passkey' }
  | { kind: 'account_not_active'; status: 'suspended' | 'closed' }

/**
 * Signs a fan or a creator in with a passkey alone: the device has verified the person. Staff are sent to their own sign-in page, where a
 * passkey is the second step and never the first.
 */
export function signInWithPasskey(input: {
  credential: string
  browser: Browser
  device: Device
}): Promise<Result<Proof, PasskeyRefusal>> {
  return inTransaction(async (tx) => {
    const checked = await checkAssertion(tx, input.credential, input.browser)
    if (!checked) return refuse({ kind: 'unknown_passkey' })
    const person = await tx
      .selectFrom('profiles')
      .select(['id', 'user_type', 'account_status', 'profile_completed', 'username', 'email_proven_at'])
      .where('id', '=', checked.profileId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (person.user_type === 'admin' || person.user_type === 'owner') return ok({ kind: 'staff' })
    const verdict = canSignIn({ status: person.account_status, userType: person.user_type })
    if (!verdict.allowed) return refuse({ kind: 'account_not_active', status: verdict.reason })
    if (!person.email_proven_at) return refuse({ kind: 'unknown_passkey' })
    const { network, userAgent, replacesSessionId } = input.device
    if (replacesSessionId) await endReplaced(tx, replacesSessionId)
    const sessionToken = await startSession(tx, { profileId: person.id, network, userAgent })
    const { id } = person
    await publish(tx, {
      actorId: id,
      event: 'signed_in',
      objectId: id,
      detail: { by: 'passkey' },
    })
    return ok({
      kind: 'signed_in',
      sessionToken,
      person: { id, userType: person.user_type, profileCompleted: person.profile_completed, username: person.username },
      accountCreated: false,
      returnTo: null,
    })
  })
}

/** Whether a passkey of this very person signed: the second step of staff. */
export async function verifyPasskeyFactor(
  tx: Tx,
  profileId: string,
  input: { credential: string; browser: Browser },
): Promise<'ok' | 'wrong'> {
  const checked = await checkAssertion(tx, input.credential, input.browser)
  return checked?.profileId === profileId ? 'ok' : 'wrong'
}

async function endReplaced(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`app_now()`, ended_because: 'replaced' })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
