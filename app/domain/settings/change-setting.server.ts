import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import {
  isRateSetting,
  isSettingName,
  RATE_SETTINGS,
  SETTINGS,
  type SettingDefinition,
  type SettingName,
  type SettingValue,
} from './catalogue.ts'
import { setRate } from './rates.server.ts'
import { validateSetting, needsConfirmation, parseTyped, storedForm } from './setting-values.ts'
import { settings } from './settings.server.ts'

export type SettingChange = {
  name: string
  /** The form's input: one text, or several for a multiple choice. */
  typed: readonly string[]
  /** The value that the form showed, as `storedForm` writes it; null skips the check. */
  shown: string | null
  reason: string
  confirmed: boolean
}

export type SettingRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'unknown_setting' }
  | { kind: 'wrong_value'; message: string }
  | { kind: 'reason_missing' }
  | { kind: 'confirmation_missing'; statement: string }
  | { kind: 'changed_meanwhile' }
  | { kind: 'same_value' }

/** The owner sets a business constant; who, when, from what to what and why are recorded permanently. */
export function changeSetting(actor: Actor, requested: SettingChange): Promise<Result<SettingValue, SettingRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'settings.change')) return refuse({ kind: 'not_allowed' })
    if (!isSettingName(requested.name)) return refuse({ kind: 'unknown_setting' })
    const { name } = requested
    const definition: SettingDefinition = SETTINGS[name]
    const value = parseTyped(definition, requested.typed)
    const problem = validateSetting(definition, value)
    if (problem) return refuse({ kind: 'wrong_value', message: problem })
    const to = value as SettingValue
    const reason = requested.reason.trim()
    if (reason.length < 3 || reason.length > 500) return refuse({ kind: 'reason_missing' })

    await advisoryLock(tx, `setting ${name}`)
    const from: SettingValue = (await settings(tx))[name]
    const before = JSON.stringify(storedForm(from))
    const after = JSON.stringify(storedForm(to))
    if (requested.shown !== null && requested.shown !== before) return refuse({ kind: 'changed_meanwhile' })
    if (before === after) return refuse({ kind: 'same_value' })
    if (needsConfirmation(definition, from, to) && !requested.confirmed)
      return refuse({ kind: 'confirmation_missing', statement: definition.confirm! })

    await store(tx, { name, to, after, actorId: actor.id, reason })
    await tx
      .insertInto('setting_changes')
      .values({ id: newId(), name, old_value: before, new_value: after, reason, changed_by: actor.id })
      .execute()
    await publish(tx, {
      actorId: actor.id,
      event: 'setting_changed',
      objectId: name,
      detail: { from: before, to: after },
    })
    return ok(to)
  })
}

type Decided = { name: SettingName; to: SettingValue; after: string; actorId: string; reason: string }

/** Our fee and the taxes are dated rates, everything else is a setting. */
async function store(tx: Tx, { name, to, after, actorId, reason }: Decided): Promise<void> {
  if (isRateSetting(name))
    // Rounded, since 0.07 × 100 is not quite 7 in floating point.
    return setRate(tx, { kind: RATE_SETTINGS[name], basisPoints: Math.round(Number(to) * 100), setBy: actorId, reason })
  await tx
    .insertInto('settings')
    .values({ name, value: after, changed_by: actorId })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: after, changed_by: actorId, changed_at: sql<Date>`app_now()` }),
    )
    .execute()
}
