/**
 * A creator's sales since a day of Kampala, to be added up: `day`, `source`, `sales`, `gross_minor`, `fee_minor`, `net_minor`. A row a day and
 * source, and one for each sale that the task has not summed yet. What was reversed is not taken off.
 */
export const earningDaysSql = (creatorId: string, from: string) => `(
  select d.day, d.source, d.sales, d.gross_minor, d.fee_minor, d.net_minor from earning_days d where d.creator_id = ${creatorId} and d.day >= ${from}
  union all
  select kampala_day(e.earned_at), e.source, 1, e.gross_minor, e.fee_minor, e.net_minor from earnings e
  where e.creator_id = ${creatorId} and not e.summed and kampala_day(e.earned_at) >= ${from})`

/** The same of a creator's posts: `post_id`, `sales`, `net_minor`; of these sales, what was reversed is taken off. */
export const postEarningsSql = (creatorId: string, from: string) => `(
  select d.post_id, d.sales, d.net_minor from posts p join post_earning_days d on d.post_id = p.id
  where p.creator_id = ${creatorId} and d.day >= ${from}
  union all
  select coalesce(u.post_id, t.post_id), 1, e.net_minor
  from earnings e left join unlocks u on u.purchase_id = e.cause_id left join tips t on t.purchase_id = e.cause_id
  where e.creator_id = ${creatorId} and not e.summed and e.cause_kind = 'purchase' and kampala_day(e.earned_at) >= ${from}
  union all
  select coalesce(u.post_id, t.post_id), 0, -(r.from_pending_minor + r.from_available_minor + r.owed_minor)
  from earning_reversals r join earnings e on e.id = r.earning_id
  left join unlocks u on u.purchase_id = e.cause_id left join tips t on t.purchase_id = e.cause_id
  where r.creator_id = ${creatorId} and r.reinstated_at is null and e.cause_kind = 'purchase' and kampala_day(e.earned_at) >= ${from})`
