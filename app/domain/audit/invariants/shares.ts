import { CHECKSUM_OF_LINES } from '#app/domain/shares/checksum-of-lines.ts'
import type { Invariant } from './invariant.ts'

/** A week has half a million lines: those of the newest four are looked at, and each was for a month, hour by hour, before it grew old. */
const NEWEST = `newest as materialized (select * from share_runs where state = 'done' order by week desc limit 4)`

/** The rate at the last moment of a week, as its run has read it. */
const RATE_OF_WEEK = `select basis_points from rates where kind = 'platform_fee'
  and holds_from <= ((r.week + 7)::timestamp at time zone 'Africa/Kampala') - interval '1 millisecond' order by holds_from desc, id desc limit 1`

/** The sharing of passes, from what each fan's passes earned to what stands among a creator's earnings. */
export const SHARE_INVARIANTS: Invariant[] = [
  {
    id: 'I7',
    name: 'share-lines-kept',
    says: 'the lines of a shared week are still those that its checksum was taken of',
    sql: `with ${NEWEST}, again as materialized (
        select r.week, r.checksum, (select ${CHECKSUM_OF_LINES} from share_lines l where l.run_id = r.id) as checksum_now from newest r
      )
      select 'week ' || week as subject, 'its lines were changed since they were shared' as detail from again where checksum_now <> checksum`,
  },
  {
    id: 'I7',
    name: 'share-lines-add-up',
    says: 'the lines of a shared week are what its fans earned and what its creators got, to the shilling',
    sql: `with ${NEWEST}, by_fan as materialized (
        select run_id, fan_id, sum(net_minor)::bigint as net, sum(fee_minor)::bigint as fee from share_lines
        where run_id in (select id from newest) group by 1, 2
      ), by_creator as (
        select run_id, creator_id, sum(net_minor)::bigint as net, sum(fee_minor)::bigint as fee from share_lines
        where run_id in (select id from newest) group by 1, 2
      ), paid as (
        select run_id, creator_id, net_minor, fee_minor from share_payments where run_id in (select id from newest)
      ), fans as materialized (
        select s.run_id, sum(s.gross_minor)::bigint as gross, sum(s.fee_minor)::bigint as fee,
          coalesce(sum(s.gross_minor - s.fee_minor) filter (where f.run_id is null), 0)::bigint as common,
          coalesce(sum(s.fee_minor) filter (where f.run_id is null), 0)::bigint as common_fee
        from share_fans s left join by_fan f on f.run_id = s.run_id and f.fan_id = s.fan_id
        where s.run_id in (select id from newest) group by 1
      ), pools as (
        select r.*, coalesce(f.gross, 0) as of_fans, coalesce(f.fee, 0) as fee_of_fans,
          coalesce(f.common, 0) + r.carried_in_minor as pool, coalesce(f.common_fee, 0) + r.carried_in_fee_minor as pool_fee
        from newest r left join fans f on f.run_id = r.id
      )
      select 'week ' || r.week || ', fan ' || f.fan_id as subject,
          'shared ' || f.net || ' and ' || f.fee || ' of ' || coalesce(s.gross_minor, 0) || ' with a fee of ' || coalesce(s.fee_minor, 0) as detail
        from by_fan f join newest r on r.id = f.run_id left join share_fans s on s.run_id = f.run_id and s.fan_id = f.fan_id
        where f.fan_id is not null
          and (f.net is distinct from s.gross_minor - s.fee_minor or f.fee is distinct from s.fee_minor / 100 * 100)
      union all
      select 'week ' || p.week, 'the common pool holds ' || p.pool || ' and ' || p.pool_fee || ', shared ' || coalesce(c.net, 0) || ' and '
          || coalesce(c.fee, 0) || ', carried ' || p.carried_out_minor || ' and ' || p.carried_out_fee_minor
        from pools p left join by_fan c on c.run_id = p.id and c.fan_id is null
        where p.pool <> coalesce(c.net, 0) + p.carried_out_minor
          or p.carried_out_fee_minor <> case when c.run_id is null then p.pool_fee else 0 end
          or c.fee <> p.pool_fee / 100 * 100
      union all
      select 'week ' || p.week, 'it earned ' || p.gross_minor || ' with a fee of ' || p.fee_minor || ', its fans ' || p.of_fans || ' and '
          || p.fee_of_fans
        from pools p where p.gross_minor <> p.of_fans or p.fee_minor <> p.fee_of_fans
      union all
      select 'run ' || run_id || ', creator ' || creator_id, 'gets ' || coalesce(p.net_minor, 0) || ' and ' || coalesce(p.fee_minor, 0)
          || ', the lines say ' || coalesce(c.net, 0) || ' and ' || coalesce(c.fee, 0)
        from by_creator c full join paid p using (run_id, creator_id)
        where coalesce(c.net, 0) <> coalesce(p.net_minor, 0) or c.fee <> p.fee_minor
      union all
      select 'run ' || p.run_id || ', creator ' || p.creator_id, 'gets ' || p.net_minor || ' and ' || p.fee_minor || ', earned '
          || coalesce(e.net_minor, 0) || ' and ' || coalesce(e.fee_minor, 0)
        from paid p left join earnings e on e.cause_kind = 'share_run' and e.cause_id = p.run_id and e.creator_id = p.creator_id
        where e.net_minor is distinct from p.net_minor or e.fee_minor is distinct from p.fee_minor`,
  },
  {
    id: 'I7',
    name: 'share-fees',
    says: 'a week of shares took the fee of its day from each fan, and began with what the week before had left',
    sql: `with ${NEWEST}
      select 'week ' || r.week as subject, 'shared by ' || r.fee_percentage || ' %, its rate is ' || coalesce(x.basis_points, 0) as detail
        from share_runs r left join lateral (${RATE_OF_WEEK}) x on true
        where r.fee_percentage * 100 <> coalesce(x.basis_points, 0)
      union all
      select 'week ' || week, 'it began with ' || carried_in_minor || ' and ' || carried_in_fee_minor || ', the week before left '
          || left_minor || ' and ' || left_fee_minor
        from (
          select *, coalesce(lag(carried_out_minor) over weeks, 0) as left_minor, coalesce(lag(carried_out_fee_minor) over weeks, 0) as left_fee_minor
          from share_runs window weeks as (order by week)
        ) r where carried_in_minor <> left_minor or carried_in_fee_minor <> left_fee_minor
      union all
      select 'week ' || r.week || ', fan ' || f.fan_id, 'earned ' || f.gross_minor || ' with a fee of ' || f.fee_minor || ' at '
          || r.fee_percentage || ' %'
        from newest r join share_fans f on f.run_id = r.id
        where f.fee_minor <> f.gross_minor - (f.gross_minor - f.gross_minor * r.fee_percentage / 100 / 100 * 100) / 100 * 100`,
  },
]
