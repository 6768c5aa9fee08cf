/** The values that the owner may change of a plan, as its row stores them. */
export const EDIT_COLUMNS = [
  'display_name as displayName',
  'price_ugx as priceUgx',
  'price_usd as priceUsd',
  'currency_primary as currencyPrimary',
  'discount_percentage as discountPercentage',
  'discount_expires_at as discountExpiresAt',
  'is_active as isActive',
  'is_featured as isFeatured',
  'country_restrictions as countries',
] as const

/** The same with what never changes. */
export const PLAN_COLUMNS = ['id', 'name', 'length_count as count', 'length_unit as unit', ...EDIT_COLUMNS] as const
