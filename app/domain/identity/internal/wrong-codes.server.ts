import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { isKnownNetwork } from './known-network.server.ts'
import { recordHit, advisoryLock } from './limits.server.ts'

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
  const { rows } = await sql<{ network_ends_in: number | null; address_day: number; everywhere_hour: number }>`
    with lately as (
      select subject, at from rate_limit_hits where key = ${ALL} and at > app_now() - interval '1 hour'
    )
    select
      (select extract(epoch from at + interval '1 hour' - app_now())::float8 from lately where subject = ${network}
        order by at desc offset ${SIGN_IN.wrongCodesPerNetworkAndHour - 1} limit 1) as network_ends_in,
      (select count(*)::int from rate_limit_hits where key = ${ofAddress(email)} and at > app_now() - interval '1 day'
        and (not ${atHome} or subject = ${network})) as address_day,
      (select coalesce(sum(least(n, ${SIGN_IN.wrongCodesCountedPerNetwork})), 0)::int
        from (select count(*) as n from lately group by subject) as networks) as everywhere_hour
  `.execute(tx)
  const counted = rows[0]!
  if (counted.network_ends_in !== null)
    return { kind: 'network_paused', waitSeconds: Math.max(1, Math.ceil(counted.network_ends_in)) }
  if (counted.address_day >= SIGN_IN.wrongCodesPerAddressAndDay) return { kind: 'codes_paused' }
  if (!atHome && counted.everywhere_hour >= (await settings(tx)).wrongCodesPerHour) return { kind: 'codes_paused' }
  return null
}

export async function recordWrongCode(tx: Tx, { email, network }: CodeTry): Promise<void> {
  await recordHit(tx, ALL, network)
  await recordHit(tx, ofAddress(email), network)
}
