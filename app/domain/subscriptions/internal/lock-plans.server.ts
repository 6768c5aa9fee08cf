import { PLAN } from '#app/domain/settings/constants.ts'
import type { Updateable } from 'kysely'
import type { SubscriptionPlans } from '../../../../db/types.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { PlanName } from '../plan.ts'
import type { PlanEdit } from '../plan-edit.ts'
import { EDIT_COLUMNS } from './plan-columns.ts'

export type LockedPlan = { id: string; name: PlanName; version: number; retired: boolean; edit: PlanEdit }

/** Every plan in the owner's order. Whoever changes one locks all, because names, order, the featured plan and their number concern all. */
export async function lockPlans(tx: Tx): Promise<LockedPlan[]> {
  await tx.selectFrom('subscription_plans').select('id').orderBy('id').forNoKeyUpdate().execute()
  // Read after the lock: a plan that somebody else has added meanwhile counts too.
  const rows = await tx
    .selectFrom('subscription_plans')
    .select([...EDIT_COLUMNS, 'id', 'name', 'version', 'retired_at'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, version, retired_at, ...edit }) => ({
    id,
    name,
    version,
    retired: retired_at !== null,
    edit,
  }))
}

/** Why a plan can't have this name: another plan that isn't retired has it. Null where it can. */
export function validateUniqueName(
  plans: readonly LockedPlan[],
  own: string | null,
  displayName: string,
): string | null {
  const same = plans.some(
    ({ id, retired, edit }) => id !== own && !retired && edit.displayName.toLowerCase() === displayName.toLowerCase(),
  )
  return same ? 'Another plan has this name' : null
}

/** Whether another plan stays on sale without this one. */
export function othersOnSale(plans: readonly LockedPlan[], own: LockedPlan): boolean {
  return plans.some(({ id, edit }) => id !== own.id && edit.isActive)
}

export function isFull(plans: readonly LockedPlan[]): boolean {
  return plans.filter(({ retired }) => !retired).length >= PLAN.max
}

/** Stores changes of a locked plan as its next version. */
export async function savePlan(
  tx: Tx,
  planId: string,
  at: Date,
  changes: Updateable<SubscriptionPlans>,
): Promise<void> {
  await tx
    .updateTable('subscription_plans')
    .set((row) => ({ ...changes, version: row('version', '+', 1), updated_at: at }))
    .where('id', '=', planId)
    .execute()
}

/** Takes the mark from the plan that is featured now: at most one is. */
export async function unfeatureOthers(tx: Tx, planId: string, at: Date): Promise<void> {
  await tx
    .updateTable('subscription_plans')
    .set((row) => ({ is_featured: false, version: row('version', '+', 1), updated_at: at }))
    .where('id', '<>', planId)
    .where('is_featured', '=', true)
    .execute()
}

/** The values of a plan as its row stores them. */
export function planColumns(edit: PlanEdit) {
  return {
    display_name: edit.displayName,
    price_ugx: edit.priceUgx,
    price_usd: edit.priceUsd,
    currency_primary: edit.currencyPrimary,
    discount_percentage: edit.discountPercentage,
    discount_expires_at: edit.discountExpiresAt,
    is_active: edit.isActive,
    is_featured: edit.isFeatured,
    country_restrictions: edit.countries,
  }
}

/** A plan as the activity record stores it: amounts as text, because JSON can't hold integers of their size. */
export function onRecord(edit: PlanEdit): string {
  return JSON.stringify(edit, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
