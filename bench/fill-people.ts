import type pg from 'pg'

/** The id of the person with that number, as SQL; the same on both sides of a measurement. */
export const PERSON_ID = (number: string) => `('01970000-0000-7000-9000-' || lpad(${number}::text, 12, '0'))::uuid`

/** Neighbouring ranks differ by this. */
export const RANK_STEP = 1_000

/**
 * So many people, each a visible creator and a fan with a running pass, by SQL. Ranks do not follow the order of the rows on disk: a page
 * of the feed finds its creators all over the table, as after years of use.
 */
export async function fillPeople(client: pg.Client, people: number): Promise<void> {
  // Foreign keys hold by construction; checking a million of them one by one would take most of the time.
  await client.query(`set session_replication_role = replica`)
  for (const statement of statements(people)) await client.query(statement)
  await client.query('vacuum analyze')
}

function statements(people: number): string[] {
  const all = `from generate_series(1, ${people}) n`
  const id = PERSON_ID('n')
  return [
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, city, birthday, created_at)
     select ${id}, 'person' || n || '@bench.example', now(), 'Person ' || n, 'person_' || n, 'creator', true, 'Kampala', date '1990-01-01', now() ${all}`,
    `insert into creators (profile_id, verification_status, approved_at, listed, listed_until, feed_rank, created_at)
     select ${id}, 'approved', now() - interval '30 days', true, now() + interval '20 days', place * ${RANK_STEP}, now()
     from (select n, row_number() over (order by md5(n::text)) as place ${all}) shuffled`,
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at, created_at)
     select ${id}, ${id}, 'grant', ${id}, now() - interval '10 days', now() + interval '20 days', now() ${all}`,
    // The purchases behind them are left out: no right is looked up through them.
    `insert into subscriptions (id, user_id, plan_id, purchase_id, starts_at, expires_at, created_at)
     select ${id}, ${id}, (select id from subscription_plans where name = 'monthly'), ${id}, now() - interval '10 days',
       now() + interval '20 days', now() ${all}`,
    `insert into follows (fan_id, creator_id, created_at)
     select ${id}, ${PERSON_ID(`(1 + (n::bigint * 7919 + k) % ${people})`)}, now() from generate_series(1, ${people}, 10) n, generate_series(1, 10) k`,
  ]
}
