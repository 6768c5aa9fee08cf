/** A promo code as its rules read it. */
export const PROMO_COLUMNS = [
  'id',
  'code',
  'discount_percentage as discountPercentage',
  'expires_at as expiresAt',
  'usage_limit as usageLimit',
  'usage_count as usageCount',
  'country_restrictions as countries',
  'applicable_plans as plans',
  'is_active as isActive',
] as const
