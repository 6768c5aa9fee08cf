import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { Browser } from '../browser.server.ts'
import { PasskeyAssertion, readPasskey } from '../passkey-answer.ts'
import { spendChallenge, verifyAnswer } from './passkey-challenge.server.ts'

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
  const verified = await verifyAnswer('sign_in', browser, (expected) =>
    verifyAuthenticationResponse({
      response: answer,
      ...expected,
      credential: {
        id: key.credential_id,
        publicKey: Uint8Array.from(key.public_key),
        counter: Number(key.sign_count),
      },
    }),
  )
  if (!verified?.checked.verified || !(await spendChallenge(tx, verified.challenge))) return null
  const { authenticationInfo } = verified.checked
  await tx
    .updateTable('passkeys')
    .set({
      sign_count: BigInt(authenticationInfo.newCounter),
      backed_up: authenticationInfo.credentialBackedUp,
      last_used_at: sql<Date>`app_now()`,
    })
    .where('id', '=', key.id)
    .execute()
  return { profileId: key.profile_id }
}
