import type { TypedPlan } from '#app/domain/subscriptions/plan-edit.ts'

/** The form of the monthly plan as staff fill it in. */
export function typedPlan(change: Partial<TypedPlan> = {}): TypedPlan {
  return {
    display_name: 'Monthly',
    price_ugx: '180,000',
    price_usd: '4.99',
    currency: 'UGX',
    discount: '0',
    discount_ends: '',
    active: true,
    featured: false,
    countries: [],
    ...change,
  }
}
