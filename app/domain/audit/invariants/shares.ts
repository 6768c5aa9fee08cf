import { CHECKSUM_OF_LINES } from '#app/domain/shares/checksum-of-lines.ts'
import type { Invariant } from './invariant.ts'

/** A week has half a million lines: only the newest four weeks are checked; older ones were checked every hour for a month. */
const NEWEST = `newest as materialized (select * from share_runs where state = 'done' order by week desc limit 4)`

/** Those among them that share each pass individually; the lines of older ones are verified by their checksum. */
const BY_PASS = `by_pass as materialized (
  select * from share_runs where state = 'done' and rule = 'per_pass' order by week desc limit 4
)`

/** The rate at the last moment of a week, as its run has read it. */
const RATE_OF_WEEK = `select basis_points from rates where kind = 'platform_fee'
  and holds_from <= ((r.week + 7)::timestamp at time zone 'Africa/Kampala') - interval '1 millisecond' order by holds_from desc, id desc limit 1`

/** The sharing of passes, from what each pass earned to the creators' earnings. */
export const SHARE_INVARIANTS: Invariant[] = [
  {
    id: 'I7',
    name: 'share-lines-kept',
    description: 'the lines of a shared week still match their checksum',
    sql: `with ${NEWEST}, again as materialized (
        select r.week, r.checksum, (select ${CHECKSUM_OF_LINES} from share_lines l where l.run_id = r.id) as checksum_now from newest r
      )
      select 'week ' || week as subject, 'its lines were changed since they were shared' as detail from again where checksum_now <> checksum`,
  },
  {
    id: 'I7',
    name: 'share-lines-add-up',
    description: 'the lines of a shared week equal what each pass gave and what each creator got, to the shilling',
    sql: `with ${BY_PASS}, lines as materialized (
        select run_id, pass_id, min(basis) as basis, sum(net_minor)::bigint as net, sum(fee_minor)::bigint as fee from share_lines
        where run_id in (select id from by_pass) group by 1, 2
      ), by_creator as (
        select run_id, creator_id, sum(net_minor)::bigint as net, sum(fee_minor)::bigint as fee from share_lines
        where run_id in (select id from by_pass) group by 1, 2
      ), paid as (
        select run_id, creator_id, net_minor, fee_minor from share_payments where run_id in (select id from by_pass)
      ), passes as materialized (
        select * from share_passes where run_id in (select id from by_pass)
      ), sums as (
        select run_id, sum(gross_minor)::bigint as gross, sum(fee_minor)::bigint as fee, sum(breakage_minor)::bigint as breakage
        from passes group by 1
      )
      select 'run ' || run_id || ', pass ' || pass_id as subject,
          'shared ' || coalesce(l.net, 0) || ' and ' || coalesce(l.fee, 0) || ' of ' || coalesce(p.gross_minor, 0) || ' with a fee of '
          || coalesce(p.fee_minor, 0) as detail
        from (select * from lines where pass_id is not null) l
        full join (select * from passes where basis <> 'none') p using (run_id, pass_id)
        where l.net is distinct from p.gross_minor - p.fee_minor or l.fee is distinct from p.fee_minor / 100 * 100
          or l.basis is distinct from p.basis
      union all
      select 'week ' || r.week, 'of the pool it began with ' || r.carried_in_minor || ' and ' || r.carried_in_fee_minor || ', shared '
          || coalesce(l.net, 0) || ' and ' || coalesce(l.fee, 0) || ', carried ' || r.carried_out_minor || ' and ' || r.carried_out_fee_minor
        from by_pass r left join lines l on l.run_id = r.id and l.pass_id is null
        where r.carried_in_minor <> coalesce(l.net, 0) + r.carried_out_minor
          or r.carried_out_fee_minor <> case when l.run_id is null then r.carried_in_fee_minor else 0 end
          or l.fee <> r.carried_in_fee_minor / 100 * 100
      union all
      select 'week ' || r.week, 'it shared ' || r.gross_minor || ' with a fee of ' || r.fee_minor || ' and breakage of ' || r.breakage_minor
          || ', its passes sum to ' || coalesce(s.gross, 0) || ', ' || coalesce(s.fee, 0) || ' and ' || coalesce(s.breakage, 0)
        from by_pass r left join sums s on s.run_id = r.id
        where r.gross_minor <> coalesce(s.gross, 0) or r.fee_minor <> coalesce(s.fee, 0) or r.breakage_minor <> coalesce(s.breakage, 0)
      union all
      select 'run ' || run_id || ', creator ' || creator_id, 'gets ' || coalesce(p.net_minor, 0) || ' and ' || coalesce(p.fee_minor, 0)
          || ', the lines say ' || coalesce(c.net, 0) || ' and ' || coalesce(c.fee, 0)
        from by_creator c full join paid p using (run_id, creator_id)
        where coalesce(c.net, 0) <> coalesce(p.net_minor, 0) or c.fee <> p.fee_minor
      union all
      select 'run ' || p.run_id || ', creator ' || p.creator_id, 'gets ' || p.net_minor || ' and ' || p.fee_minor || ', earned '
          || coalesce(e.net, 0) || ' and ' || coalesce(e.fee, 0)
        from paid p left join (
          select cause_id, creator_id, sum(net_minor)::bigint as net, sum(fee_minor)::bigint as fee from earnings
          where cause_kind in ('share_run', 'share_run_card') and cause_id in (select run_id from paid) group by 1, 2
        ) e on e.cause_id = p.run_id and e.creator_id = p.creator_id
        where e.net is distinct from p.net_minor or e.fee is distinct from p.fee_minor`,
  },
  {
    id: 'I7',
    name: 'passes-add-up',
    description:
      'for each pass shared, kept, breakage, refunded and not yet earned add up to its price, and breakage comes at its end',
    // Passes of the newest weeks, each with all of its weeks; passes that are no longer shared were checked every hour before.
    sql: `with ${BY_PASS}, weeks as materialized (
        select p.*, r.week from share_passes p join share_runs r on r.id = p.run_id
        where p.pass_id in (select pass_id from share_passes where run_id in (select id from by_pass))
      ), sums as (
        select pass_id, sum(earned_minor)::bigint as earned, sum(gross_minor)::bigint as shared, sum(breakage_minor)::bigint as breakage
        from weeks group by 1
      )
      select 'pass ' || w.pass_id as subject, 'it earned ' || coalesce(s.earned_minor, 0) || ', keeps ' || coalesce(s.kept_minor, 0)
          || ' and broke ' || coalesce(s.breakage_minor, 0) || ', its weeks earned ' || w.earned || ', shared ' || w.shared || ' and broke '
          || w.breakage as detail
        from sums w left join subscriptions s on s.id = w.pass_id
        where s.id is null or s.earned_minor - s.earned_in_pool_minor <> w.earned or s.breakage_minor <> w.breakage
          or s.kept_minor <> w.earned - w.shared - w.breakage
      union all
      select 'week ' || week || ', pass ' || pass_id, 'it began with ' || kept_before_minor || ' kept, the week before left ' || left_minor
        from (select *, coalesce(lag(kept_minor) over (partition by pass_id order by week), 0) as left_minor from weeks) w
        where kept_before_minor <> left_minor
      union all
      select 'week ' || w.week || ', pass ' || w.pass_id, 'breakage of ' || w.breakage_minor || ' before its end'
        from weeks w join subscriptions s on s.id = w.pass_id
        where w.breakage_minor > 0 and (w.basis = 'used'
          or s.status = 'active' and s.expires_at > (w.week + 7)::timestamp at time zone 'Africa/Kampala'
            and not exists (select from chargebacks c where c.purchase_id = s.purchase_id and c.won_entry_id is not null))
      union all
      select 'week ' || w.week || ', pass ' || w.pass_id, 'it is ' || coalesce(p.buyer_id::text, 'nobody') || '\u2019s, its money went by '
          || w.fan_id || '\u2019s use'
        from weeks w join subscriptions s on s.id = w.pass_id join purchases p on p.id = s.purchase_id
        where w.fan_id is distinct from s.user_id or p.amount_minor = 0`,
  },
  {
    id: 'I7',
    name: 'shares-go-by-use',
    description:
      'in the newest two weeks each creator got their part of a pass by the days on which its fan used them while it ran',
    // Use is deleted later, and at once where an account was closed.
    sql: `with newest as materialized (
        select id, week from share_runs
        where state = 'done' and rule = 'per_pass' and week > app_now()::date - 50 order by week desc limit 2
      ), counted as (
        select r.id as run_id, p.pass_id, u.creator_id, count(*)::int as days
        from newest r join share_passes p on p.run_id = r.id and p.basis = 'used' join subscriptions s on s.id = p.pass_id
        join creator_uses u on u.fan_id = s.user_id and u.day >= r.week and u.day < r.week + 7
          and u.day between (s.starts_at at time zone 'Africa/Kampala')::date
            and ((s.expires_at - interval '1 millisecond') at time zone 'Africa/Kampala')::date
        group by 1, 2, 3
      ), shared as (
        select r.id as run_id, l.pass_id, l.creator_id, l.weight from newest r join share_lines l on l.run_id = r.id and l.basis = 'used'
          join profiles f on f.id = l.fan_id and f.account_status <> 'closed'
      )
      select 'pass ' || pass_id || ', creator ' || creator_id as subject, 'shared for ' || weight || ' days, used on ' || coalesce(days, 0) as detail
        from shared left join counted using (run_id, pass_id, creator_id) where weight is distinct from days`,
  },
  {
    id: 'I7',
    name: 'share-fees',
    description:
      'a week of shares took the fee of its day from each pass, and began with what the week before had left',
    sql: `with ${BY_PASS}, ${NEWEST}
      select 'week ' || r.week as subject, 'shared by ' || r.fee_basis_points || ' basis points, its rate is ' || coalesce(x.basis_points, 0) as detail
        from share_runs r left join lateral (${RATE_OF_WEEK}) x on true
        where r.fee_basis_points <> coalesce(x.basis_points, 0)
      union all
      select 'week ' || week, 'it began with ' || carried_in_minor || ' and ' || carried_in_fee_minor || ', the week before left '
          || left_minor || ' and ' || left_fee_minor
        from (
          select *, coalesce(lag(carried_out_minor) over weeks, 0) as left_minor, coalesce(lag(carried_out_fee_minor) over weeks, 0) as left_fee_minor
          from share_runs window weeks as (order by week)
        ) r where carried_in_minor <> left_minor or carried_in_fee_minor <> left_fee_minor
      union all
      select 'week ' || r.week || ', pass ' || p.pass_id, 'shared ' || p.gross_minor || ' with a fee of ' || p.fee_minor || ' at '
          || r.fee_basis_points || ' basis points'
        from by_pass r join share_passes p on p.run_id = r.id
        where p.fee_minor <> p.gross_minor - (p.gross_minor - p.gross_minor * r.fee_basis_points / 10000 / 100 * 100) / 100 * 100
      union all
      select 'week ' || r.week || ', fan ' || f.fan_id, 'earned ' || f.gross_minor || ' with a fee of ' || f.fee_minor || ' at '
          || r.fee_basis_points || ' basis points'
        from newest r join share_fans f on f.run_id = r.id
        where f.fee_minor <> f.gross_minor - (f.gross_minor - f.gross_minor * r.fee_basis_points / 10000 / 100 * 100) / 100 * 100`,
  },
]
