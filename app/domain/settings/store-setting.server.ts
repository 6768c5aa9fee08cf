import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { isRateSetting, RATE_SETTINGS, type SettingName, type SettingValue } from './catalogue.ts'
import { setRate } from './rates.server.ts'

/** `before` and `after` are the values as they are stored. */
export type StoredChange = {
  name: SettingName
  to: SettingValue
  before: string
  after: string
  changedBy: string
  reason: string
}

/** Stores a setting and who changed it. Our fee and the taxes are dated rates, everything else is a row of `settings`. */
export async function storeSetting(tx: Tx, change: StoredChange): Promise<void> {
  const { name, to, before, after, changedBy, reason } = change
  if (isRateSetting(name)) {
    // Rounded, since 0.07 × 100 is not quite 7 in floating point.
    await setRate(tx, {
      kind: RATE_SETTINGS[name],
      basisPoints: Math.round(Number(to) * 100),
      setBy: changedBy,
      reason,
    })
  } else {
    await tx
      .insertInto('settings')
      .values({ name, value: after, changed_by: changedBy })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value: after, changed_by: changedBy, changed_at: sql<Date>`app_now()` }),
      )
      .execute()
  }
  await tx
    .insertInto('setting_changes')
    .values({ id: newId(), name, old_value: before, new_value: after, reason, changed_by: changedBy })
    .execute()
}
