import { cutGraphemes } from '#app/platform/graphemes.ts'
import { oneLine } from '#app/platform/plain-text.ts'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { notifyOfChange } from './internal/notify-of-change.server.ts'
import type { Actor } from './actor.ts'
import type { Browser } from './browser.server.ts'
import { confirmSession, type FactorKept } from './internal/confirm-session.server.ts'
import { lockSession } from './internal/lock-session.server.ts'
import { spendChallenge, verifyAnswer } from './internal/passkey-challenge.server.ts'
import { makeRecoveryCodes } from './internal/recovery-codes.server.ts'
import { PASSKEY_ALGORITHMS } from './internal/relying-party.server.ts'
import { PasskeyCreation, readPasskey } from './passkey-answer.ts'
import { canAddPasskey, type FactorReason, workingRole } from './second-factor-policy.ts'
import { factorFacts } from './verify-second-factor.server.ts'

export const PASSKEY_NAME_LONGEST = 60

export type AddPasskeyRefusal =
  | { kind: 'denied'; reason: FactorReason }
  | { kind: 'wrong_answer' }
  | { kind: 'already_known' }

/** Stores a passkey that a browser of the signed-in person has just made. The mail about it goes to the account's address. */
export async function addPasskey(
  actor: Actor,
  input: { credential: string; name: string; browser: Browser },
): Promise<Result<FactorKept, AddPasskeyRefusal>> {
  if (!actor) return refuse({ kind: 'denied', reason: 'sign_in_required' })
  const made = await readCreation(input.credential, input.browser)
  if (!made) return refuse({ kind: 'wrong_answer' })
  return inTransaction(async (tx) => {
    if (!(await lockSession(tx, actor))) return refuse({ kind: 'denied', reason: 'sign_in_required' })
    const facts = await factorFacts(actor.id, tx)
    const verdict = canAddPasskey(actor, facts)
    if (!verdict.allowed) return refuse({ kind: 'denied', reason: verdict.reason })
    const kept = await keepPasskey(tx, { profileId: actor.id, made, name: input.name })
    if (kept !== 'kept') return refuse({ kind: kept })
    // A person who enrols with a passkey gets recovery codes for a lost device, as with an app.
    if (workingRole(actor) !== null && !facts.totp && facts.passkeys === 0) await makeRecoveryCodes(tx, actor.id)
    const sessionToken = await confirmSession(tx, actor)
    await notifyOfChange(tx, actor, 'passkey_added')
    return ok({ sessionToken })
  })
}

type MadePasskey = NonNullable<Awaited<ReturnType<typeof readCreation>>>

/** The passkey with which a new member of staff enrols, with the recovery codes for a lost device. */
export async function keepFirstPasskey(
  tx: Tx,
  passkey: { profileId: string; made: MadePasskey },
): Promise<'kept' | 'wrong_answer' | 'already_known'> {
  const kept = await keepPasskey(tx, { ...passkey, name: '' })
  if (kept === 'kept') await makeRecoveryCodes(tx, passkey.profileId)
  return kept
}

/** Stores a verified passkey, and uses up its challenge. */
async function keepPasskey(
  tx: Tx,
  passkey: { profileId: string; made: MadePasskey; name: string },
): Promise<'kept' | 'wrong_answer' | 'already_known'> {
  if (!(await spendChallenge(tx, passkey.made.challenge))) return 'wrong_answer'
  const { credential, credentialBackedUp } = passkey.made.info
  const kept = await tx
    .insertInto('passkeys')
    .values({
      id: newId(),
      profile_id: passkey.profileId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      sign_count: BigInt(credential.counter),
      transports: credential.transports ?? [],
      backed_up: credentialBackedUp,
      name: nameOf(passkey.name),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n ? 'kept' : 'already_known'
}

/** A browser's valid answer to our registration challenge; null for anything else. */
export async function readCreation(typed: string, browser: Browser) {
  const answer = readPasskey(PasskeyCreation, typed)
  if (!answer) return null
  const verified = await verifyAnswer('register', browser, (expected) =>
    verifyRegistrationResponse({ response: answer, ...expected, supportedAlgorithmIDs: PASSKEY_ALGORITHMS }),
  )
  return verified?.checked.verified ? { challenge: verified.challenge, info: verified.checked.registrationInfo } : null
}

function nameOf(typed: string): string {
  return cutGraphemes(oneLine(typed), PASSKEY_NAME_LONGEST) || 'Passkey'
}
