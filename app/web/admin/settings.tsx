import { z } from 'zod'
import { changeSetting, type SettingRefusal } from '#app/domain/staff/change-setting.server.ts'
import {
  isSettingName,
  SETTING_GROUPS,
  type SettingDefinition,
  type SettingName,
  SETTINGS,
} from '#app/domain/settings/catalogue.ts'
import { readStored, showSetting, storedForm } from '#app/domain/settings/setting-values.ts'
import { listSettingChanges, type SettingChange, settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { unreachable } from '#app/platform/result.ts'
import { type FormRefused, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { type Control, SettingsView } from './settings-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/settings'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:settings.change', POST: 'staff:settings.change' },
  title: 'Settings',
} satisfies RouteHandle

const MAX_CHANGES = 20

export async function loader({ url }: Route.LoaderArgs) {
  const [current, changes] = await Promise.all([settings(), listSettingChanges({ limit: MAX_CHANGES })])
  const changing = url.searchParams.get('change') ?? ''
  return {
    groups: SETTING_GROUPS.map(({ id, title, names }) => ({
      id,
      title,
      rows: names.map((name) => ({
        name,
        label: SETTINGS[name].label,
        description: SETTINGS[name].description,
        value: showSetting(SETTINGS[name], current[name]),
      })),
    })),
    changes: changes.map(shownChange),
    form: isSettingName(changing) ? formOf(changing, current[changing]) : null,
  }
}

function formOf(name: SettingName, value: Parameters<typeof showSetting>[1]) {
  const definition: SettingDefinition = SETTINGS[name]
  const { label, description, confirm } = definition
  return {
    name,
    label,
    description,
    /** The statement to tick before the setting can be switched on. */
    confirm: confirm ?? null,
    shown: JSON.stringify(storedForm(value)),
    control: controlOf(definition, value),
  }
}

function controlOf(definition: SettingDefinition, value: Parameters<typeof showSetting>[1]): Control {
  switch (definition.kind) {
    case 'money':
      return { kind: 'text', unit: 'UGX', value: String((value as bigint) / 100n), decimals: false }
    case 'number':
      return { kind: 'text', unit: definition.unit, value: String(value), decimals: definition.hundredths === true }
    case 'switch':
      return { kind: 'switch', on: value === true }
    case 'choices': {
      const chosen = value as readonly string[]
      const choices = definition.choices.map((choice) => ({
        choice,
        chosen: chosen.includes(choice),
        fixed: definition.always.includes(choice),
      }))
      return { kind: 'choices', choices }
    }
    default:
      return unreachable(definition)
  }
}

function shownChange(change: SettingChange) {
  const known = isSettingName(change.name) ? change.name : null
  const shown = (stored: unknown) => {
    const value = known && readStored(known, stored)
    return known && value !== null ? showSetting(SETTINGS[known], value) : String(stored)
  }
  return {
    id: change.id,
    when: showDateTime(change.changedAt),
    by: change.changedBy,
    what: `${known ? SETTINGS[known].label : change.name}: ${shown(change.oldValue)} to ${shown(change.newValue)}`,
    reason: change.reason,
  }
}

const ChangeForm = z.looseObject({
  value: z.string().max(40).optional(),
  shown: z.string().max(300).default(''),
  reason: z.string().max(500).default(''),
  confirmed: z.literal('yes').optional(),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const name = url.searchParams.get('change') ?? ''
  const form = await parseForm(request, ChangeForm)
  if (!form.ok) return refuseForm({ description: 'This text is too long', status: 400 })
  const { value, shown, reason, confirmed, ...rest } = form.value
  const choices = Object.keys(rest).flatMap((key) => (key.startsWith('choice_') ? [key.slice('choice_'.length)] : []))
  const result = await changeSetting(actor, {
    name,
    typed: value === undefined ? choices : [value],
    shown,
    reason,
    confirmed: confirmed === 'yes',
  })
  if (result.ok && isSettingName(name)) {
    const { label } = SETTINGS[name]
    return redirectWithToast(to.admin.settings, {
      title: 'Saved',
      description: `${label}: ${showSetting(SETTINGS[name], result.value)}`,
    })
  }
  if (result.ok)
    return redirectWithToast(to.admin.settings, { title: 'Saved', description: 'The new setting applies now.' })
  return refuseForm(refusalOf(result.refusal), { reason, ...(value !== undefined && { value }) })
}

function refusalOf(refusal: SettingRefusal): FormRefused {
  switch (refusal.kind) {
    case 'wrong_value':
      return { description: refusal.message, field: 'value', status: 400 }
    case 'reason_missing':
      return { description: 'Write a short reason. It stays in the change history', field: 'reason', status: 400 }
    case 'confirmation_missing':
      return { description: `Tick the box: ${refusal.statement}`, field: 'confirmed', status: 400 }
    case 'same_value':
      return { description: 'The setting already has this value', field: 'value', status: 400 }
    case 'changed_meanwhile':
      return { description: 'Somebody else has changed this setting. Check the new value first.', status: 409 }
    case 'unknown_setting':
      return { description: 'There is no such setting', status: 404 }
    case 'not_allowed':
      return { description: 'Your role does not include this.', status: 403 }
    default:
      return unreachable(refusal)
  }
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  return <SettingsView page={loaderData} answer={actionData} />
}
