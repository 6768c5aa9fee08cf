import { STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import {
  countCappedHits,
  countHits,
  forgetHits,
  recordHit,
  recordHits,
} from '#app/platform/stored-rate-limit.server.ts'

/** Where a try counts: its address (or its known device), its network, and everybody's. */
export type Buckets = { person: string; network: string; known: boolean }

export type Reserved = { ok: true; attempt: string; left: number } | { ok: false; waitSeconds: number }

const NETWORK = 'staff-sign-in network'
const WINDOW = STAFF_SIGN_IN.windowMinutes * 60

/**
 * A browser that has signed in to an address before has a count of its own: a stranger's wrong tries, from elsewhere or from its own
 * network, can't lock its holder out.
 */
export function bucketsOf(email: string, network: string, knownDevice: string | null): Buckets {
  const person = knownDevice ? `device ${knownDevice}` : `address ${email}`
  return {
    person: `staff-sign-in ${keyedHash('token', person).toString('hex')}`,
    network: `${NETWORK} ${network}`,
    known: knownDevice !== null,
  }
}

/**
 * Counts a try before anything is compared, so that parallel tries get no more than sequential ones. A right one is removed from the
 * count afterwards. `left` is how many remain after this one.
 */
export async function reserveAttempt(tx: Tx, buckets: Buckets, attempt: string): Promise<Reserved> {
  // Always in the same order, to avoid a deadlock.
  const keys = [buckets.person, buckets.network]
  for (const key of [...keys.toSorted(), NETWORK]) await advisoryLock(tx, key)
  const person = await countHits(tx, { key: buckets.person, seconds: WINDOW }, STAFF_SIGN_IN.wrongPerAddress)
  const waits = [person.waitSeconds]
  if (!buckets.known) {
    const network = await countHits(tx, { key: buckets.network, seconds: WINDOW }, STAFF_SIGN_IN.wrongPerNetwork)
    const everywhere = await countCappedHits(tx, {
      source: { keysFrom: `${NETWORK} ` },
      seconds: WINDOW,
      cap: STAFF_SIGN_IN.countedPerNetwork,
    })
    waits.push(network.waitSeconds, everywhere.count >= STAFF_SIGN_IN.wrongEverywhere ? everywhere.waitSeconds : 0)
  }
  const waitSeconds = Math.max(...waits)
  if (waitSeconds > 0) return { ok: false, waitSeconds }
  await recordHits(tx, keys, attempt)
  return { ok: true, attempt, left: STAFF_SIGN_IN.wrongPerAddress - person.count - 1 }
}

/** A right try is removed: it doesn't count against the next one. */
export function forgiveAttempt(tx: Tx, buckets: Buckets, attempt: string): Promise<void> {
  return forgetHits(tx, [buckets.person, buckets.network], attempt)
}

const wrongCodes = (profileId: string) => `staff-second-factor ${profileId}`

/** How long wrong second factors pause a person's sign-in, in seconds, whichever browser and step they came from. */
export async function wrongCodesPause(tx: Tx, profileId: string): Promise<number> {
  const window = { key: wrongCodes(profileId), seconds: WINDOW }
  return (await countHits(tx, window, STAFF_SIGN_IN.wrongCodesPerPerson)).waitSeconds
}

export function recordWrongCode(tx: Tx, profileId: string): Promise<void> {
  return recordHit(tx, wrongCodes(profileId))
}
