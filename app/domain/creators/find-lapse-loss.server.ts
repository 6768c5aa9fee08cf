import { queryPrepared } from '#app/platform/db.server.ts'
import type { LapseLoss } from './lapse-loss.ts'

const LOSS = `
  select s.subscribers, s.minor - s.minor * coalesce((select r.basis_points from rates r
      where r.kind = 'platform_fee' and r.holds_from <= (select app_now()) order by r.holds_from desc, r.id desc limit 1), 0) / 10000 as minor,
    (select count(*)::int from follows f where f.creator_id = $1) as followers
  from (
    select count(distinct c.user_id)::int as subscribers, coalesce(sum(c.price_minor - c.earned_minor - c.refunded_minor), 0)::bigint as minor
    from creator_subscriptions c where c.creator_id = $1 and c.status = 'active' and c.next_earning_day is not null) s`

/** What a creator would lose if the page were hidden now. */
export async function findLapseLoss(creatorId: string): Promise<LapseLoss> {
  const [row] = await queryPrepared<LapseLoss>('find-lapse-loss', LOSS, [creatorId])
  return row!
}
