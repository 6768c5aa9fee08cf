import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'

/** Where a try counts: its address (or its known device), its network, and everybody's. */
export type Buckets = { person: string; network: string; known: boolean }

export type Reserved = { ok: true; attempt: string; left: number } | { ok: false; waitSeconds: number }

const NETWORK = 'staff-sign-in network'

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
  for (const key of [...keys.toSorted(), NETWORK])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const person = await recent(tx, buckets.person)
  const waits = [person.count >= STAFF_SIGN_IN.wrongPerAddress ? person.oldestEndsIn : 0]
  if (!buckets.known) {
    const network = await recent(tx, buckets.network)
    const everywhere = await recentEverywhere(tx)
    waits.push(
      network.count >= STAFF_SIGN_IN.wrongPerNetwork ? network.oldestEndsIn : 0,
      everywhere.count >= STAFF_SIGN_IN.wrongEverywhere ? everywhere.oldestEndsIn : 0,
    )
  }
  const waitSeconds = Math.ceil(Math.max(...waits))
  if (waitSeconds > 0) return { ok: false, waitSeconds }
  await tx
    .insertInto('rate_limit_hits')
    .values(keys.map((key) => ({ key, subject: attempt })))
    .execute()
  return { ok: true, attempt, left: STAFF_SIGN_IN.wrongPerAddress - person.count - 1 }
}

/** A right try is removed: it doesn't count against the next one. */
export async function forgiveAttempt(tx: Tx | Db, buckets: Buckets, attempt: string): Promise<void> {
  await tx
    .deleteFrom('rate_limit_hits')
    .where('key', 'in', [buckets.person, buckets.network])
    .where('subject', '=', attempt)
    .execute()
}

/** Wrong second factors of one person, whichever browser and step they came from. */
export async function countWrongCodes(tx: Tx, profileId: string): Promise<{ count: number; waitSeconds: number }> {
  const hits = await recent(tx, `staff-second-factor ${profileId}`)
  return { count: hits.count, waitSeconds: Math.ceil(hits.oldestEndsIn) }
}

export async function recordWrongCode(tx: Tx, profileId: string): Promise<void> {
  await tx
    .insertInto('rate_limit_hits')
    .values({ key: `staff-second-factor ${profileId}`, subject: '' })
    .execute()
}

async function recent(tx: Tx, key: string): Promise<{ count: number; oldestEndsIn: number }> {
  const { rows } = await sql<{ count: number; ends_in: number | null }>`
    select count(*)::int as count,
      extract(epoch from min(at) + make_interval(mins => ${STAFF_SIGN_IN.windowMinutes}) - app_now())::float8 as ends_in
    from rate_limit_hits where key = ${key} and at > app_now() - make_interval(mins => ${STAFF_SIGN_IN.windowMinutes})
  `.execute(tx)
  return { count: rows[0]!.count, oldestEndsIn: rows[0]!.ends_in ?? 0 }
}

/** Wrong tries of everybody, of which one network counts for a few at most. */
async function recentEverywhere(tx: Tx): Promise<{ count: number; oldestEndsIn: number }> {
  const { rows } = await sql<{ count: number; ends_in: number | null }>`
    select coalesce(sum(least(n, ${STAFF_SIGN_IN.countedPerNetwork})), 0)::int as count,
      extract(epoch from min(oldest) + make_interval(mins => ${STAFF_SIGN_IN.windowMinutes}) - app_now())::float8 as ends_in
    from (
      select count(*) as n, min(at) as oldest from rate_limit_hits
      where key like ${`${NETWORK} %`} and at > app_now() - make_interval(mins => ${STAFF_SIGN_IN.windowMinutes})
      group by key
    ) as networks
  `.execute(tx)
  return { count: rows[0]!.count, oldestEndsIn: rows[0]!.ends_in ?? 0 }
}
