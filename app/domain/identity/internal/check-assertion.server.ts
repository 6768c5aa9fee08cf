import { type VerifiedAuthenticationResponse, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { Browser } from '../browser.server.ts'
import { PasskeyAssertion, readPasskey } from '../passkey-answer.ts'
import { holdsChallenge, spendChallenge } from './passkey-challenge.server.ts'
import { relyingParty } from './relying-party.server.ts'

/**
 * Whose passkey signed our challenge, in this browser, with the person verified by the device; null for anything else. The challenge is
 * used up, and the key's counter only increases: a copied key that fell behind is refused.
 */
export async function checkAssertion(tx: Tx, typed: string, browser: Browser): Promise<{ profileId: string } | null> {
  const answer = readPasskey(PasskeyAssertion, typed)
  if (!answer) return null
  const key = await tx
    .selectFrom('passkeys')
    .select(['id', 'profile_id', 'credential_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', answer.id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) return null
  let challenge = ''
  const { id, origin } = relyingParty()
  const checked = await quietly(() =>
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: (given) => {
        challenge = given
        return holdsChallenge(given, 'sign_in', browser)
      },
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: key.credential_id,
        publicKey: Uint8Array.from(key.public_key),
        counter: Number(key.sign_count),
      },
      requireUserVerification: true,
    }),
  )
  if (!checked?.verified || !(await spendChallenge(tx, challenge))) return null
  await tx
    .updateTable('passkeys')
    .set({
      sign_count: BigInt(checked.authenticationInfo.newCounter),
      backed_up: checked.authenticationInfo.credentialBackedUp,
      last_used_at: sql<Date>`app_now()`,
    })
    .where('id', '=', key.id)
    .execute()
  return { profileId: key.profile_id }
}

/** The library throws for answers that no real browser sends. */
async function quietly(check: () => Promise<VerifiedAuthenticationResponse>) {
  try {
    return await check()
  } catch {
    return null
  }
}
