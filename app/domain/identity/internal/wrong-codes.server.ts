import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { isKnownNetwork } from './known-network.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { countCappedHits, countHits, DAY, HOUR, recordHit } from '#app/platform/stored-rate-limit.server.ts'

/** Whose code is tried, and from which network. */
export type CodeTry = { email: string; network: string }

export type CodePause =
  /** Too many wrong codes from this network, whoever they were for. */
  | { kind: 'network_paused'; waitSeconds: number }
  /** Too many wrong codes for this address, or of everybody. */
  | { kind: 'codes_paused' }

/** Its subjects are networks, so that each can be counted separately. */
const ALL = 'wrong-code'
const ofAddress = (email: string) => `${ALL} of ${keyedHash('token', email).toString('hex')}`

/**
 * Whether typed codes are paused for this address and network. Until the transaction ends, other tries from the network or with the
 * address wait here: counting, comparing and recording a wrong code in it gives parallel guesses no more tries than sequential ones.
 * Where the account's holder has signed in before, only wrong codes from there count.
 */
export async function findCodePause(tx: Tx, { email, network }: CodeTry): Promise<CodePause | null> {
  const { rows: known } = await sql<{ known: boolean }>`select ${isKnownNetwork(email, network)} as known`.execute(tx)
  const atHome = known[0]!.known
  // Always in this order, to avoid a deadlock.
  await advisoryLock(tx, ofAddress(email))
  await advisoryLock(tx, `${ALL} from ${network}`)
  if (!atHome) await advisoryLock(tx, ALL)
  const perNetwork = { key: ALL, subject: network, seconds: HOUR }
  const { waitSeconds } = await countHits(tx, perNetwork, SIGN_IN.wrongCodesPerNetworkAndHour)
  if (waitSeconds > 0) return { kind: 'network_paused', waitSeconds }
  const perAddress = { key: ofAddress(email), seconds: DAY, ...(atHome && { subject: network }) }
  if ((await countHits(tx, perAddress)).count >= SIGN_IN.wrongCodesPerAddressAndDay) return { kind: 'codes_paused' }
  if (atHome) return null
  const everywhere = await countCappedHits(tx, {
    source: { subjectsOf: ALL },
    seconds: HOUR,
    cap: SIGN_IN.wrongCodesCountedPerNetwork,
  })
  return everywhere.count >= (await settings(tx)).wrongCodesPerHour ? { kind: 'codes_paused' } : null
}

export async function recordWrongCode(tx: Tx, { email, network }: CodeTry): Promise<void> {
  await recordHit(tx, ALL, network)
  await recordHit(tx, ofAddress(email), network)
}
