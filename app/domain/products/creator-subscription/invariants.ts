import type { ProductInvariants } from '../product.ts'

export const creatorSubscriptionInvariants: ProductInvariants = {
  rights: {
    table: 'creator_subscriptions',
    holder: 'user_id',
    active: "r.status = 'active'",
    // Ends by hidden creators and erased accounts are not checked: no row records them.
    ended: "r.status = 'refunded'",
    endsAt: 'ends_at',
    evidence: { name: 'Access to one creator', from: 'starts_at', until: 'ends_at' },
  },
  unearned: {
    purpose: 'deferred_creator_subscriptions',
    description: 'the unearned revenue of subscriptions to creators is the part that is neither earned nor refunded',
    owed: `select 'UGX'::char(3) as currency, sum(price_minor - earned_minor - refunded_minor) as owed from creator_subscriptions`,
  },
  overdue: `select 'day of subscriptions ' || id, 'to be earned since ' || next_earning_day from creator_subscriptions
    where next_earning_day < (app_now() at time zone 'Africa/Kampala')::date - 1`,
}
