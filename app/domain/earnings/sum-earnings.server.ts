import { inTransaction, queryPreparedIn } from '#app/platform/db.server.ts'

const AT_ONCE = 5_000

const SUM = `
  with taken as (
    update earnings set summed = true
    where id = any (array(select id from earnings where not summed order by creator_id, earned_at limit ${AT_ONCE} for update skip locked))
    returning creator_id, kampala_day(earned_at) as day, source, cause_kind, cause_id, gross_minor, fee_minor, net_minor
  ), of_creators as (
    insert into earning_days as d (creator_id, day, source, sales, gross_minor, fee_minor, net_minor)
    select creator_id, day, source, count(*), sum(gross_minor), sum(fee_minor), sum(net_minor) from taken group by 1, 2, 3 order by 1, 2, 3
    on conflict (creator_id, day, source) do update set sales = d.sales + excluded.sales, gross_minor = d.gross_minor + excluded.gross_minor,
      fee_minor = d.fee_minor + excluded.fee_minor, net_minor = d.net_minor + excluded.net_minor
  ), of_posts as (
    insert into post_earning_days as d (post_id, day, sales, net_minor)
    select coalesce(u.post_id, t.post_id), s.day, count(*), sum(s.net_minor)
    from taken s left join unlocks u on u.purchase_id = s.cause_id left join tips t on t.purchase_id = s.cause_id
    where s.cause_kind = 'purchase' and coalesce(u.post_id, t.post_id) is not null group by 1, 2 order by 1, 2
    on conflict (post_id, day) do update set sales = d.sales + excluded.sales, net_minor = d.net_minor + excluded.net_minor
  )
  select count(*)::int as count from taken`

/** Scheduled task: adds new earnings to the sums of their days. Returns how many they were. */
export async function sumEarnings(): Promise<number> {
  let summed = 0
  for (;;) {
    const count = await inTransaction(async (tx) => {
      const [row] = await queryPreparedIn<{ count: number }>(tx, 'sum-earnings', SUM, [])
      return row!.count
    })
    summed += count
    if (count < AT_ONCE) return summed
  }
}
