import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'
import { KAMPALA } from '#app/platform/clock.ts'

/**
 * The SQL of what a creator earned from the subscriptions of each fan: `fan_id`, `net` in minor units, negative where it was reversed, and
 * `at`. Days are booked for all fans of a creator together, so the parts are computed as they were booked (creator-subscription.ts).
 */
export function earnedOfFansSql(creator: string): string {
  const earnedBy = (day: string) => `s.price_minor / 100 * ${day} / ${CREATOR_SUBSCRIPTION_DAYS} * 100`
  return `
    select s.user_id as fan_id, coalesce(d.net, 0) + coalesce(x.net_minor, 0) as net, s.created_at as at
    from creator_subscriptions s
    left join earnings x on x.cause_kind = 'creator_subscription' and x.cause_id = s.id and x.creator_id = s.creator_id
    cross join lateral (
      select sum(g.part - g.part * d.fee_basis_points / 10000 / 100 * 100) as net
      from generate_series(1, s.earned_days) as i
      join creator_subscription_days d on d.creator_id = s.creator_id and d.day = (s.starts_at at time zone '${KAMPALA}')::date + i
      cross join lateral (select ${earnedBy('(i - 1)')} as before, ${earnedBy('i')} - ${earnedBy('(i - 1)')} as part) g
      where g.before < s.earned_minor - coalesce(x.gross_minor, 0)) d
    where s.creator_id = ${creator}
    union all
    select p.buyer_id, -(r.from_pending_minor + r.from_available_minor + r.owed_minor), r.reversed_at
    from earning_reversals r
    join earnings e on e.id = r.earning_id and e.cause_kind in ('creator_subscription_day', 'creator_subscription')
    left join refunds f on r.cause_kind = 'refund' and f.id = r.cause_id
    left join chargebacks c on r.cause_kind = 'chargeback' and c.id = r.cause_id
    join purchases p on p.id = coalesce(f.purchase_id, c.purchase_id)
    where r.creator_id = ${creator} and r.reinstated_at is null`
}
