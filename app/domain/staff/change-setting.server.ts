import { severalLines } from '#app/platform/plain-text.ts'
import { atLeast, atMost } from '#app/platform/graphemes.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { isSettingName, SETTINGS, type SettingDefinition, type SettingValue } from '#app/domain/settings/catalogue.ts'
import { needsConfirmation, parseTyped, storedForm, validateSetting } from '#app/domain/settings/setting-values.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { storeSetting } from '#app/domain/settings/store-setting.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

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
    const reason = severalLines(requested.reason)
    if (!atLeast(3)(reason) || !atMost(500)(reason)) return refuse({ kind: 'reason_missing' })

    await advisoryLock(tx, `setting ${name}`)
    const from: SettingValue = (await settings(tx))[name]
    const before = JSON.stringify(storedForm(from))
    const after = JSON.stringify(storedForm(to))
    if (requested.shown !== null && requested.shown !== before) return refuse({ kind: 'changed_meanwhile' })
    if (before === after) return refuse({ kind: 'same_value' })
    if (needsConfirmation(definition, from, to) && !requested.confirmed)
      return refuse({ kind: 'confirmation_missing', statement: definition.confirm! })

    await storeSetting(tx, { name, to, before, after, changedBy: actor.id, reason })
    await publish(tx, {
      actorId: actor.id,
      event: 'setting_changed',
      objectId: name,
      detail: { from: before, to: after },
    })
    return ok(to)
  })
}
