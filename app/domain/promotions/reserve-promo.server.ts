import { sql } from 'kysely'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { personHash } from './internal/person.server.ts'
import { isUsedUp } from './promo.ts'

/** Which purchase uses which code, and by whom. */
export type PromoUse = { promoId: string; purchaseId: string; email: string }

type PromoUseStatus = {
  promoId: string
  hash: Buffer
  usedUp: boolean
  own: { state: string; purchaseId: string } | null
}

/**
 * Reserves one use of a code for a starting purchase. False where there is none left, or this person has used it. A use that the same
 * person has reserved for another purchase moves to this one: one per person.
 */
export async function reservePromo(tx: Tx, use: PromoUse): Promise<boolean> {
  const status = await lockPromoUse(tx, use)
  if (!status || !mayUse(status, use)) return false
  if (status.own?.state !== 'confirmed') await saveUse(tx, status, use, 'reserved')
  return true
}

/**
 * Whether a purchase may use its code when its money has arrived: reserved for it, or still available. Locks the code until the transaction
 * ends.
 */
export async function isPromoLeft(tx: Tx, use: PromoUse): Promise<boolean> {
  const status = await lockPromoUse(tx, use)
  return status !== null && mayUse(status, use)
}

/** The code is used for good. The caller has called `isPromoLeft` in the same transaction. */
export async function confirmPromo(tx: Tx, use: PromoUse): Promise<void> {
  const status = await lockPromoUse(tx, use)
  if (status && status.own?.state !== 'confirmed') await saveUse(tx, status, use, 'confirmed')
}

/** An unused reservation becomes available to others again. */
export async function releasePromo(tx: Tx, promoId: string, purchaseId: string): Promise<void> {
  await sql`select from promo_codes where id = ${promoId} for update`.execute(tx)
  const given = await tx
    .updateTable('promo_redemptions')
    .set({ state: 'released', ended_at: now() })
    .where('promo_code_id', '=', promoId)
    .where('purchase_id', '=', purchaseId)
    .where('state', '=', 'reserved')
    .returning('id')
    .executeTakeFirst()
  if (given)
    await tx
      .updateTable('promo_codes')
      .set({ usage_count: sql`usage_count - 1` })
      .where('id', '=', promoId)
      .execute()
}

/** The code's row is the lock for all its uses. */
async function lockPromoUse(tx: Tx, use: PromoUse): Promise<PromoUseStatus | null> {
  const promo = await tx
    .selectFrom('promo_codes')
    .select(['usage_limit', 'usage_count'])
    .where('id', '=', use.promoId)
    .forUpdate()
    .executeTakeFirst()
  if (!promo) return null
  const hash = personHash(use.email)
  const own = await tx
    .selectFrom('promo_redemptions')
    .select(['state', 'purchase_id'])
    .where('promo_code_id', '=', use.promoId)
    .where('person_hash', '=', hash)
    .executeTakeFirst()
  return {
    promoId: use.promoId,
    hash,
    usedUp: isUsedUp({ usageLimit: promo.usage_limit, usageCount: promo.usage_count }),
    own: own ? { state: own.state, purchaseId: own.purchase_id } : null,
  }
}

function mayUse({ own, usedUp }: PromoUseStatus, use: PromoUse): boolean {
  if (own?.state === 'confirmed') return own.purchaseId === use.purchaseId
  return own?.state === 'reserved' || !usedUp
}

/** Counts the use, unless this person's was counted already, and stores whose it is. */
async function saveUse(tx: Tx, status: PromoUseStatus, use: PromoUse, state: 'reserved' | 'confirmed'): Promise<void> {
  const { promoId, hash, own } = status
  const ended_at = state === 'confirmed' ? now() : null
  if (own?.state !== 'reserved')
    await tx
      .updateTable('promo_codes')
      .set({ usage_count: sql`usage_count + 1` })
      .where('id', '=', promoId)
      .execute()
  await tx
    .insertInto('promo_redemptions')
    .values({
      id: newId(),
      promo_code_id: promoId,
      person_hash: hash,
      purchase_id: use.purchaseId,
      state,
      reserved_at: now(),
      ended_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['promo_code_id', 'person_hash'])
        .doUpdateSet({ purchase_id: use.purchaseId, state, reserved_at: now(), ended_at }),
    )
    .execute()
}
