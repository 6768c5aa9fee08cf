import { sql } from 'kysely'
import { advisoryLock } from './advisory-lock.server.ts'
import { db, type Db, type Tx } from './db.server.ts'

/**
 * Rate limits that survive a restart and apply to all processes: sliding windows over the rows of `rate_limit_hits`. They are counted in
 * the caller's transaction and by the product's clock, so that a refused command leaves no count and a test can move the time
 * (docs/decisions/0048-rate-limits-in-postgresql.md). Rows are kept for a day: no window may be longer.
 */
export type Window = { key: string; seconds: number; subject?: string }

export const HOUR = 3_600
export const DAY = 86_400

export async function recordHit(tx: Tx | Db, key: string, subject = ''): Promise<void> {
  await recordHits(tx, [key], subject)
}

export async function recordHits(tx: Tx | Db, keys: readonly string[], subject: string): Promise<void> {
  await tx
    .insertInto('rate_limit_hits')
    .values(keys.map((key) => ({ key, subject })))
    .execute()
}

/** Which of these keys have a hit in the last seconds. */
export async function recentKeys(tx: Tx, keys: readonly string[], seconds: number): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from rate_limit_hits
    where key = any (${[...keys]}::text[]) and at > app_now() - make_interval(secs => ${seconds})`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/** Removes the hits of a subject: they don't count any more. */
export async function forgetHits(tx: Tx | Db, keys: readonly string[], subject: string): Promise<void> {
  await tx.deleteFrom('rate_limit_hits').where('key', 'in', keys).where('subject', '=', subject).execute()
}

/** How many hits the window holds, and in how many seconds it will hold fewer than `max`: 0 where it does already. */
export async function countHits(
  tx: Tx | Db,
  { key, seconds, subject }: Window,
  max = 1,
): Promise<{ count: number; waitSeconds: number }> {
  const { rows } = await sql<{ count: number; ends_in: number | null }>`
    with hits as (
      select at from rate_limit_hits
      where key = ${key} and at > app_now() - make_interval(secs => ${seconds})
        and (${subject ?? null}::text is null or subject = ${subject ?? null})
    )
    select (select count(*)::int from hits) as count,
      (select extract(epoch from at - app_now())::float8 + ${seconds} from hits
        order by at desc offset ${max - 1} limit 1) as ends_in
  `.execute(tx)
  const { count, ends_in: endsIn } = rows[0]!
  return { count, waitSeconds: endsIn === null ? 0 : Math.max(1, Math.ceil(endsIn)) }
}

/** How many different subjects other than `except` the window holds, and whether it holds that one. */
export async function countSubjects(
  tx: Tx | Db,
  { key, seconds }: Window,
  except = '',
): Promise<{ others: number; known: boolean }> {
  const { rows } = await sql<{ others: number; known: boolean }>`
    select count(distinct subject) filter (where subject <> ${except})::int as others,
      coalesce(bool_or(subject = ${except}), false) as known
    from rate_limit_hits where key = ${key} and at > app_now() - make_interval(secs => ${seconds})
  `.execute(tx)
  return rows[0]!
}

/**
 * Hits of many sources together, of which each counts for `cap` at most, so that one source can't use up the limit of everybody. The
 * sources are the subjects of one key, or the keys that begin with a prefix.
 */
export async function countCappedHits(
  tx: Tx | Db,
  { source, seconds, cap }: { source: { subjectsOf: string } | { keysFrom: string }; seconds: number; cap: number },
): Promise<{ count: number; waitSeconds: number }> {
  const [group, where] =
    'subjectsOf' in source
      ? [sql.ref('subject'), sql`key = ${source.subjectsOf}`]
      : [sql.ref('key'), sql`key like ${`${source.keysFrom}%`}`]
  const { rows } = await sql<{ count: number; ends_in: number | null }>`
    select coalesce(sum(least(n, ${cap})), 0)::int as count,
      extract(epoch from min(oldest) - app_now())::float8 + ${seconds} as ends_in
    from (
      select count(*) as n, min(at) as oldest from rate_limit_hits
      where ${where} and at > app_now() - make_interval(secs => ${seconds}) group by ${group}
    ) as sources
  `.execute(tx)
  return { count: rows[0]!.count, waitSeconds: Math.ceil(rows[0]!.ends_in ?? 0) }
}

/**
 * Whether one more subject fits into all limits of the last hour; records it if so. The same subject again (a form that is sent twice, a
 * page that is reloaded) counts once. Parallel calls with the same keys wait for each other.
 */
export async function consumeRateLimits(
  tx: Tx,
  limits: readonly { key: string; max: number }[],
  subject: string,
): Promise<boolean> {
  for (const { key } of limits) await advisoryLock(tx, key)
  const unknown: string[] = []
  for (const { key, max } of limits) {
    const counted = await countSubjects(tx, { key, seconds: HOUR }, subject)
    if (counted.others >= max) return false
    if (!counted.known) unknown.push(key)
  }
  if (unknown.length > 0) await recordHits(tx, unknown, subject)
  return true
}

/** Deletes what no window counts any more. Returns how many. */
export async function purgeHits(): Promise<bigint> {
  const gone = await sql`delete from rate_limit_hits where at < app_now() - interval '25 hours'`.execute(db)
  return gone.numAffectedRows ?? 0n
}
