import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { db } from '#app/platform/db.server.ts'
import { SECOND_FACTOR } from '#app/domain/settings/constants.ts'
import type { Person } from './actor.ts'
import type { Browser } from './browser.server.ts'
import { newChallenge } from './internal/passkey-challenge.server.ts'
import { PASSKEY_ALGORITHMS, relyingParty } from './internal/relying-party.server.ts'

const timeout = SECOND_FACTOR.challengeMinutes * 60_000

/**
 * What the browser needs to sign in with a passkey, alone or as the second step. It names no keys: the device offers those that it has
 * for us, so that a stranger learns nothing from it.
 */
export function passkeySignInOptions(browser: Browser): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: newChallenge('sign_in', browser),
    userVerification: 'required',
    timeout,
  })
}

/** What the browser needs to make a passkey for a signed-in person, or for somebody who is joining the team. */
export async function passkeyRegistrationOptions(
  actor: Pick<Person, 'id' | 'email' | 'displayName'>,
  browser: Browser,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id, name } = relyingParty()
  const known = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('profile_id', '=', actor.id)
    .execute()
  return generateRegistrationOptions({
    rpName: name,
    rpID: id,
    userName: actor.email,
    userDisplayName: actor.displayName ?? actor.email,
    // Random and without a name: a lost device reveals no more than its own list.
    userID: new TextEncoder().encode(actor.id),
    challenge: newChallenge('register', browser),
    excludeCredentials: known,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout,
  })
}
