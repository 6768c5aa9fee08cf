import { db } from '#app/platform/db.server.ts'
import { PROMO_COLUMNS } from './internal/promo-columns.ts'
import type { Promo } from './promo.ts'

/** A promo code for those who manage them. */
export type StoredPromo = Promo & { description: string; createdAt: Date }

const MAX_CODES = 500

/** Promo codes, the newest first. */
export function listPromoCodes(): Promise<StoredPromo[]> {
  return db
    .selectFrom('promo_codes')
    .select([...PROMO_COLUMNS, 'description', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CODES)
    .execute()
}
