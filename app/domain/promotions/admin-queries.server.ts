import { db } from '#app/platform/db.server.ts'

/** A promo code for those who manage them. */
export type StoredPromo = {
  id: string
  code: string
  discountPercentage: number
  description: string
  expiresAt: Date | null
  usageLimit: number | null
  usageCount: number
  countries: string[]
  plans: string[]
  isActive: boolean
  createdAt: Date
}

const MAX_CODES = 500

/** Promo codes, the newest first. */
export async function listPromoCodes(): Promise<StoredPromo[]> {
  const rows = await db
    .selectFrom('promo_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CODES)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    discountPercentage: row.discount_percentage,
    description: row.description,
    expiresAt: row.expires_at,
    usageLimit: row.usage_limit,
    usageCount: row.usage_count,
    countries: row.country_restrictions,
    plans: row.applicable_plans,
    isActive: row.is_active,
    createdAt: row.created_at,
  }))
}
