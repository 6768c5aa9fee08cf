import type { ProductInvariants } from '../product.ts'

export const feeInvariants: ProductInvariants = {
  rights: {
    table: 'creator_fee_weeks',
    holder: 'creator_id',
    active: 'r.refunded_at is null',
    ended: 'r.refunded_at is not null',
    // A week that never began is refunded to a creator who was not approved.
    lawful: `exists (select from journal_entries e where e.cause_kind = 'creator_fee_week' and e.cause_id = r.id and e.kind = 'creator_fee_returned')`,
    endsAt: 'ends_at',
    evidence: { name: 'Week of visibility', from: 'starts_at', until: 'ends_at' },
  },
  unearned: {
    purpose: 'deferred_creator_fees',
    description: 'the unearned revenue of creators\u2019 weeks is the part that is neither over nor refunded',
    owed: `select currency, sum(amount_minor) as owed from creator_fee_weeks where earned_at is null and refunded_at is null group by 1`,
  },
  unfounded: `select 'listing ' || l.id, 'it has no paid week' from creator_listings l
    left join creator_fee_weeks w on w.id = l.source_id and w.creator_id = l.creator_id and w.refunded_at is null
    where l.source_kind = 'creator_fee' and l.revoked_at is null and w.id is null`,
  overdue: `select 'creator week ' || id, 'over since ' || ends_at from creator_fee_weeks
    where earned_at is null and refunded_at is null and ends_at < app_now() - interval '1 hour'`,
}
