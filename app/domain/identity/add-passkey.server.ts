import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Actor } from './actor.ts'
import type { Browser } from './browser.server.ts'
import { confirmSession } from './internal/confirm-session.server.ts'
import { lockSession } from './internal/lock-session.server.ts'
import { holdsChallenge, spendChallenge } from './internal/passkey-challenge.server.ts'
import { PASSKEY_ALGORITHMS, relyingParty } from './internal/relying-party.server.ts'
import { noticeOf } from './internal/security-notice.server.ts'
import { PasskeyCreation, readPasskey } from './passkey-answer.ts'
import { canAddPasskey, type FactorReason } from './second-factor-policy.ts'
import { factorFacts } from './verify-second-factor.server.ts'

export const PASSKEY_NAME_LONGEST = 60

export type AddPasskeyRefusal =
  | { kind: 'denied'; reason: FactorReason }
  | { kind: 'wrong_answer' }
  | { kind: 'already_known' }

/** Keeps a passkey that a browser of the signed-in person has just made. The mail about it goes to the account's address. */
export async function addPasskey(
  actor: Actor,
  input: { credential: string; name: string; browser: Browser },
): Promise<Result<null, AddPasskeyRefusal>> {
  if (!actor) return refuse({ kind: 'denied', reason: 'sign_in_required' })
  const made = await readCreation(input.credential, input.browser)
  if (!made) return refuse({ kind: 'wrong_answer' })
  return inTransaction(async (tx) => {
    if (!(await lockSession(tx, actor))) return refuse({ kind: 'denied', reason: 'sign_in_required' })
    const verdict = canAddPasskey(actor, await factorFacts(actor.id, tx))
    if (!verdict.allowed) return refuse({ kind: 'denied', reason: verdict.reason })
    if (!(await spendChallenge(tx, made.challenge))) return refuse({ kind: 'wrong_answer' })
    const { credential, credentialBackedUp } = made.info
    const kept = await tx
      .insertInto('passkeys')
      .values({
        id: newId(),
        profile_id: actor.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        sign_count: BigInt(credential.counter),
        transports: credential.transports ?? [],
        backed_up: credentialBackedUp,
        name: nameOf(input.name),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (kept.numInsertedOrUpdatedRows !== 1n) return refuse({ kind: 'already_known' })
    await confirmSession(tx, actor)
    await recordActivity(tx, { actorId: actor.id, act: 'passkey_added', objectKind: 'profile', objectId: actor.id })
    await noticeOf(tx, actor.email, 'passkey_added')
    return ok(null)
  })
}

async function readCreation(typed: string, browser: Browser) {
  const answer = readPasskey(PasskeyCreation, typed)
  if (!answer) return null
  let challenge = ''
  const { id, origin } = relyingParty()
  try {
    const checked = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: (given) => {
        challenge = given
        return holdsChallenge(given, 'register', browser)
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
    return checked.verified ? { challenge, info: checked.registrationInfo } : null
  } catch {
    // The library throws at whatever a browser of ours would never send.
    return null
  }
}

function nameOf(typed: string): string {
  const name = typed
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(name).slice(0, PASSKEY_NAME_LONGEST).join('') || 'Passkey'
}
