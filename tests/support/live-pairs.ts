import type pg from 'pg'
import { currentVersion, EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'

export const RATE_MINOR = 500_000n

export type LivePair = { fan: LivePerson; creator: LivePerson; threadId: string }
export type LivePerson = { id: string; cookie: string; address: string }

/** Fans with money and a pass, each with a conversation with a visible creator of their own; all of them signed in. */
export async function makeLivePairs(
  owner: pg.Client,
  count: number,
  walletMinor: bigint,
  name = 'live',
): Promise<LivePair[]> {
  const people = Array.from({ length: 2 * count }, (_, nth) => ({
    id: newId(),
    token: randomToken(),
    // Each from a network of their own.
    address: `10.${20 + Math.floor(nth / 250)}.${nth % 250}.1`,
  }))
  const [fans, creators] = [people.slice(0, count), people.slice(count)]
  const ids = (some: { id: string }[]) => some.map(({ id }) => id)
  await owner.query(
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, birthday)
     select id, $3 || n || '@live.example', app_now(), 'Live ' || n, $3 || '_' || n, case when n <= $2 then 'fan' else 'creator' end, true, '1990-01-01'
     from unnest($1::uuid[]) with ordinality as p (id, n)`,
    [ids(people), count, name],
  )
  for (const document of EVERYBODY_AGREES)
    await owner.query(
      `insert into consents (id, profile_id, document, version, occasion)
       select gen_random_uuid(), id, $2, $3, 'sign_up' from unnest($1::uuid[]) id`,
      [ids(people), document, currentVersion(document).version],
    )
  await owner.query(
    `insert into sessions (id, token_hash, profile_id, expires_at, kind)
     select gen_random_uuid(), hash, id, app_now() + interval '10 days', 'member' from unnest($1::uuid[], $2::bytea[]) as s (id, hash)`,
    [ids(people), people.map(({ token }) => keyedHash('token', token))],
  )
  await owner.query(
    `insert into creators (profile_id, verification_status, approved_at) select id, 'approved', app_now() from unnest($1::uuid[]) id`,
    [ids(creators)],
  )
  await owner.query(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     select gen_random_uuid(), id, 'grant', id, app_now(), app_now() + interval '90 days' from unnest($1::uuid[]) id`,
    [ids(creators)],
  )
  await owner.query(
    `insert into user_access (id, user_id, reason) select gen_random_uuid(), id, 'test' from unnest($1::uuid[]) id`,
    [ids(fans)],
  )
  const threads = fans.map(() => newId())
  await owner.query(
    `insert into chat_threads (id, fan_id, creator_id, agreed_rate_minor)
     select t, f, c, ${RATE_MINOR} from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as p (t, f, c)`,
    [threads, ids(fans), ids(creators)],
  )
  await owner.query(
    `select post_journal_entry(gen_random_uuid(), 'wallet_topped_up', 'live:' || id, 'test', id, app_now(), null,
       array[open_ledger_account(gen_random_uuid(), 'gateway_clearing', null, 'UGX', true, false),
         open_ledger_account(gen_random_uuid(), 'wallet', id, 'UGX', false, true)]::uuid[], array[$2::bigint, -$2::bigint])
     from unnest($1::uuid[]) id`,
    [ids(fans), walletMinor.toString()],
  )
  await owner.query('analyze')
  const signedIn = ({ id, token, address }: (typeof people)[number]): LivePerson => ({
    id,
    address,
    cookie: `peach_session=${token}`,
  })
  return threads.map((threadId, nth) => ({ threadId, fan: signedIn(fans[nth]!), creator: signedIn(creators[nth]!) }))
}
