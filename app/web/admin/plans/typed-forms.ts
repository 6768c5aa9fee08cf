import type { TypedPromo } from '#app/domain/promotions/promo-edit.ts'
import type { TypedNewPlan } from '#app/domain/subscriptions/plan-edit.ts'

/** The values of a form by name: as posted, as it stands in the browser, or as an answer repeats them. */
type Values = Readonly<Record<string, unknown>>

const textOf = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** The ends of the ticked names with a prefix: `country_UG` is UG. */
function ticked(values: Values, prefix: string): string[] {
  return Object.keys(values).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}

export function typedPlan(values: Values): TypedNewPlan {
  return {
    display_name: textOf(values, 'display_name'),
    length_count: textOf(values, 'length_count'),
    length_unit: textOf(values, 'length_unit'),
    price_ugx: textOf(values, 'price_ugx'),
    price_usd: textOf(values, 'price_usd'),
    currency: textOf(values, 'currency'),
    discount: textOf(values, 'discount'),
    discount_ends: textOf(values, 'discount_ends'),
    active: values.active === 'on',
    featured: values.featured === 'on',
    countries: ticked(values, 'country_'),
  }
}

export function typedPromo(values: Values): TypedPromo {
  return {
    code: textOf(values, 'code'),
    discount: textOf(values, 'discount'),
    ends: textOf(values, 'ends'),
    limit: textOf(values, 'limit'),
    description: textOf(values, 'description'),
    plans: ticked(values, 'plan_'),
    countries: ticked(values, 'country_'),
  }
}
