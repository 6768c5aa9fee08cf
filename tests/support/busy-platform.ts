import type pg from 'pg'
import { sumEarnings } from '#app/domain/earnings/sum-earnings.server.ts'

/** The person with that number, as SQL and as text. */
const personSql = (number: string) => `('01970000-0000-7000-9000-' || lpad((${number})::text, 12, '0'))::uuid`
const idSql = (group: number, number: string) =>
  `('01970000-0000-7000-a0${String(group).padStart(2, '0')}-' || lpad((${number})::text, 12, '0'))::uuid`
const personId = (number: number) => `01970000-0000-7000-9000-${String(number).padStart(12, '0')}`
const idOf = (group: number, number: number) =>
  `01970000-0000-7000-a0${String(group).padStart(2, '0')}-${String(number).padStart(12, '0')}`

const DAYS = 400

/** Somebody of whom the platform has much: the creator whom all follow, and a fan who has bought and written the most. */
export type BusyPlatform = {
  creatorId: string
  username: string
  fanId: string
  postId: string
  threadId: string
}

/**
 * So many people, by SQL in sets, in seconds: each holds a pass, follows the same creator, has tipped and unlocked the same post and has written to her once; a
 * tenth of the tips, of the messages and of the notifications are those of one fan. The past is as long as more than a year, whatever the size.
 * The counts are made by the same functions as those of a migration, the sums of earnings by the scheduled task.
 */
export async function fillBusyPlatform(owner: pg.Client, people: number): Promise<BusyPlatform> {
  await owner.query('set session_replication_role = replica')
  await owner.query('set statement_timeout = 0')
  try {
    for (const statement of statements(people)) await owner.query(statement)
  } finally {
    await owner.query('set session_replication_role = origin')
  }
  await owner.query('select count_audience_anew()')
  await owner.query('select count_tips_anew()')
  await owner.query('select count_unlocks_anew()')
  await owner.query('analyze')
  await sumEarnings()
  // Over the years, the space of rows from before they were summed is used again.
  await owner.query('vacuum full earnings')
  await owner.query('vacuum analyze')
  return {
    creatorId: CREATOR,
    username: 'person_1',
    fanId: personId(2),
    postId: idOf(1, 1),
    threadId: idOf(2, 2),
  }
}

const CREATOR = personId(1)

function statements(people: number): string[] {
  const all = `from generate_series(1, ${people}) n`
  const each = `from (select n, app_now() - make_interval(secs => 60 + ((n::bigint * 7919) % ${people}) * ${DAYS} * 86400.0 / ${people}) as at,
      case when n % 10 = 0 then 2 else 1 + n % ${people} end as fan ${all}) s`
  const creators = `from generate_series(1, greatest(20, ${people} / 50)) n`
  const gross = `((1000 + n % 500) * 100)::bigint`
  const fee = `(${gross} * 2000 / 10000 / 100 * 100)`
  const creatorId = `case when n = 1 then ${personSql('1')} else ${personSql('n + 9')} end`
  return [
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, city, birthday, created_at)
     select ${personSql('n')}, 'person' || n || '@busy.example', now(), 'Person ' || n, 'person_' || n,
       case when n = 1 or (n > 10 and n <= 10 + greatest(20, ${people} / 50)) then 'creator' else 'fan' end, true, 'Kampala', date '1990-01-01', now() ${all}`,
    `insert into creators (profile_id, verification_status, approved_at, first_visible_at, listed, listed_until, feed_rank, created_at)
     select ${creatorId}, 'approved', now() - interval '30 days', now() - interval '30 days', true, now() + interval '20 days', n * 1000, now() ${creators}`,
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at, created_at)
     select ${creatorId}, ${creatorId}, 'grant', ${creatorId}, now() - interval '10 days', now() + interval '20 days', now() ${creators}`,
    `insert into posts (id, creator_id, kind, audience, caption, state, published_at, created_at)
     select ${idSql(1, 'n * 10 + k - 19')}, ${creatorId}, 'text', case k % 2 when 0 then 'public' else 'subscribers' end, 'Post ' || k, 'published',
       now() - make_interval(days => k), now() ${creators}, generate_series(10, 19) k`,
    `insert into subscriptions (id, user_id, plan_id, purchase_id, starts_at, expires_at, deferred_minor, created_at)
     select ${idSql(3, 'n')}, ${personSql('n')}, (select id from subscription_plans where name = 'monthly'), ${idSql(3, 'n')},
       now() - make_interval(days => 1 + (n % 25)), now() + make_interval(days => 29 - (n % 25)), 18000000, now() ${all} where n <> 1`,
    `insert into follows (fan_id, creator_id, created_at)
     select ${personSql('n')}, ${personSql('1')}, now() - make_interval(secs => (n::bigint * 7919) % (${DAYS} * 86400)) ${all} where n <> 1
     union all select ${personSql('n')}, ${personSql('11')}, now() ${all} where n not in (1, 11) and n % 10 = 0`,
    `insert into ledger_accounts (id, purpose, owner_id, currency, folded, guarded)
     select ${idSql(4, 'n')}, 'wallet', ${personSql('n')}, 'UGX', false, true ${all}`,
    `insert into ledger_accounts (id, purpose, owner_id, currency, folded, guarded)
     values (${idSql(5, '1')}, 'creator_pending', ${personSql('1')}, 'UGX', true, false), (${idSql(5, '2')}, 'platform_revenue', null, 'UGX', true, false),
       (${idSql(5, '3')}, 'creator_available', ${personSql('1')}, 'UGX', true, false)`,
    `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, paid_from, state, completed_at, created_at)
     select ${idSql(6, 'n')}, 'tip', ${personSql('1')}, 'Tip', ${personSql('fan')}, 'busy', 'busy', ${gross}, 'UGX', '{"kind":"tip","creatorName":"Person 1","message":"","postId":null,"context":"profile","named":true}'::jsonb || jsonb_build_object('creatorId', ${personSql('1')}), 'tip ' || n, '', 'wallet', 'completed', at, at ${each}`,
    `insert into tips (id, purchase_id, fan_id, creator_id, post_id, context, amount_minor, created_at)
     select ${idSql(6, 'n')}, ${idSql(6, 'n')}, ${personSql('fan')}, ${personSql('1')}, ${idSql(1, '1')}, 'post', ${gross}, at ${each}`,
    `insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
     select ${idSql(7, 'n')}, 'tip_paid', 'purchase:' || ${idSql(6, 'n')}, '', 'purchase', ${idSql(6, 'n')}, at ${each}`,
    `insert into postings (entry_id, line, account_id, amount_minor, currency)
     select ${idSql(7, 'n')}, line, account, part, 'UGX' ${each} cross join lateral (values
       (1, ${idSql(4, 'fan')}, ${gross}), (2, ${idSql(5, '1')}, -(${gross} - ${fee})), (3, ${idSql(5, '2')}, -${fee})) l (line, account, part)`,
    `insert into ledger_balances (account_id, balance_minor, guarded)
     select a.id, coalesce((select sum(p.amount_minor) from postings p where p.account_id = a.id and a.purpose <> 'wallet'), -50000000), a.guarded
     from ledger_accounts a`,
    `insert into earnings (id, creator_id, source, cause_kind, cause_id, entry_id, gross_minor, fee_minor, net_minor, earned_at, available_at, released_at)
     select ${idSql(6, 'n')}, ${personSql('1')}, 'tip', 'purchase', ${idSql(6, 'n')}, ${idSql(7, 'n')}, ${gross}, ${fee}, ${gross} - ${fee}, at,
       at + interval '7 days', case when at < now() - interval '7 days' then at + interval '7 days' end ${each}`,
    `insert into unlocks (id, user_id, post_id, purchase_id, created_at)
     select ${idSql(11, 'n')}, ${personSql('n')}, ${idSql(1, '1')}, ${idSql(11, 'n')}, now() ${all} where n <> 1`,
    `insert into chat_threads (id, creator_id, fan_id, last_seq, last_at, fan_read_seq, creator_read_seq)
     select ${idSql(2, 'n')}, ${personSql('1')}, ${personSql('n')}, case n when 2 then greatest(1, ${people} / 10) else 1 end,
       now() - make_interval(secs => n), 1, 1 ${all} where n <> 1`,
    `insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, sent_at)
     select ${idSql(8, 'n')}, ${idSql(2, 'n')}, 1, ${personSql('n')}, ${idSql(8, 'n')}, 'Hello', now() - make_interval(secs => n) ${all} where n <> 1
     union all
     select ${idSql(9, 'n')}, ${idSql(2, '2')}, n, ${personSql('2')}, ${idSql(9, 'n')}, 'Hello again', now() - make_interval(secs => ${people} - n)
     from generate_series(2, greatest(2, ${people} / 10)) n`,
    `insert into notifications (id, profile_id, event, heading, body, path, created_at, read_at)
     select ${idSql(10, 'n')}, ${personSql('case when n % 10 = 0 then 2 else 1 end')}, 'new_follower', 'Somebody follows you', '', '/notifications',
       now() - make_interval(secs => n), case when n > 100 then now() end ${all}`,
  ]
}
