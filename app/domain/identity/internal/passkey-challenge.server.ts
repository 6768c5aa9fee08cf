import { randomBytes } from 'node:crypto'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { keyedHash, readingHashes, sameBytes } from '#app/platform/secrets.server.ts'
import { SECOND_FACTOR } from '#app/domain/settings/constants.ts'
import type { Browser } from '../browser.server.ts'
import { relyingParty } from './relying-party.server.ts'

export type ChallengePurpose = 'sign_in' | 'register'

const RANDOM_BYTES = 16
const TIME_BYTES = 6

/**
 * A challenge that contains its own end and the proof that this server made it for this browser and purpose. Requesting one stores
 * nothing, so that nobody can fill a table with requests.
 */
export function newChallenge(purpose: ChallengePurpose, browser: Browser): Uint8Array<ArrayBuffer> {
  const end = Buffer.alloc(TIME_BYTES)
  end.writeUIntBE(now().getTime() + SECOND_FACTOR.challengeMinutes * 60_000, 0, TIME_BYTES)
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), end])
  return Uint8Array.from(Buffer.concat([body, keyedHash('passkey', bound(body, purpose, browser.storedHash))]))
}

/** Whether a challenge is one of ours for this browser and purpose, and has not ended. */
export function holdsChallenge(challenge: string, purpose: ChallengePurpose, browser: Browser): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const body = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
  const proof = bytes.subarray(RANDOM_BYTES + TIME_BYTES)
  if (body.length < RANDOM_BYTES + TIME_BYTES || body.readUIntBE(RANDOM_BYTES, TIME_BYTES) <= now().getTime())
    return false
  return browser.hashes.some((browserHash) =>
    readingHashes('passkey', bound(body, purpose, browserHash)).some((hash) => sameBytes(hash, proof)),
  )
}

/**
 * What the library says of a browser's answer to one of our challenges, with that challenge; null where it throws, as it does for answers
 * that no real browser sends.
 */
export async function verifyAnswer<Checked>(
  purpose: ChallengePurpose,
  browser: Browser,
  verify: (expected: Expected) => Promise<Checked>,
): Promise<{ checked: Checked; challenge: string } | null> {
  let challenge = ''
  const { id, origin } = relyingParty()
  try {
    const checked = await verify({
      expectedChallenge: (given) => {
        challenge = given
        return holdsChallenge(given, purpose, browser)
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    })
    return { checked, challenge }
  } catch {
    return null
  }
}

type Expected = {
  expectedChallenge: (given: string) => boolean
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: true
}

function bound(body: Buffer, purpose: ChallengePurpose, browserHash: Buffer): string {
  return `${purpose}:${browserHash.toString('hex')}:${body.toString('hex')}`
}

/** Uses a challenge up; false where it was already used. */
export async function spendChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  const spent = await tx
    .insertInto('spent_passkey_challenges')
    .values({
      challenge_hash: keyedHash('passkey', bytes.toString('hex')),
      expires_at: new Date(bytes.readUIntBE(RANDOM_BYTES, TIME_BYTES)),
    })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}
