import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import {
  isSettingName,
  SETTING_GROUPS,
  type SettingDefinition,
  type SettingName,
  SETTINGS,
} from '#app/domain/settings/catalogue.ts'
import { readStored, showSetting, storedForm } from '#app/domain/settings/setting-values.ts'
import { listSettingChanges, type SettingChange, settings } from '#app/domain/settings/settings.server.ts'
import { changeSetting, type SettingRefusal } from '#app/domain/staff/change-setting.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { unreachable } from '#app/platform/result.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { AreaField, FieldGroup, SelectField, TextField } from '#app/ui/field.tsx'
import { Section } from '#app/ui/section.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { type FormRefused, parseForm, refuseForm, writtenText } from '#app/web/forms.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/settings'

export const handle = staffForm('Settings', 'settings.change')

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

const INPUTS = { phone: 'tel', email: 'email', line: 'text' } as const

function controlOf(definition: SettingDefinition, value: Parameters<typeof showSetting>[1]): Control {
  switch (definition.kind) {
    case 'money':
      return { kind: 'text', unit: 'UGX', value: String((value as bigint) / 100n), input: 'numeric' }
    case 'number':
      return {
        kind: 'text',
        unit: definition.unit,
        value: String(value),
        input: definition.hundredths ? 'decimal' : 'numeric',
      }
    case 'switch':
      return { kind: 'switch', on: value === true }
    case 'text':
      return { kind: 'text', value: value as string, input: INPUTS[definition.format] }
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
  value: z.string().max(130).optional(),
  shown: z.string().max(300).default(''),
  reason: writtenText(500),
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
    return redirectWithToast(toAdmin.settings, {
      title: 'Saved',
      description: `${label}: ${showSetting(SETTINGS[name], result.value)}`,
    })
  }
  if (result.ok)
    return redirectWithToast(toAdmin.settings, { title: 'Saved', description: 'The new setting applies now.' })
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

type Control =
  | { kind: 'text'; unit?: string; value: string; input: 'numeric' | 'decimal' | 'tel' | 'email' | 'text' }
  | { kind: 'switch'; on: boolean }
  | { kind: 'choices'; choices: { choice: string; chosen: boolean; fixed: boolean }[] }

export type SettingsPage = Route.ComponentProps['loaderData']
type ChangeForm = NonNullable<SettingsPage['form']>

/** Every setting that the owner may change, and the latest changes with their author and reason. */
export default function Settings({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return (
    <div className="stack stack-24 settings">
      <div className="admin-heading">
        <h1 className="text-h1-small">Settings</h1>
        <p className="text-muted">Changes apply immediately. All times Kampala (EAT)</p>
      </div>
      {page.form && <ChangeCard key={page.form.name} form={page.form} answer={answer} />}
      {page.groups.map((group) => (
        <Section key={group.id} id={group.id} title={group.title}>
          <Card rows>
            {group.rows.map((row) => (
              <div key={row.name} className="list-row settings-row">
                <span className="list-row-text settings-text">
                  <span className="text-h3">{row.label}</span>
                  <span className="text-muted">{row.description}</span>
                </span>
                <b className="money settings-value" translate="no">
                  {row.value}
                </b>
                <LinkButton
                  size="small"
                  href={`${toAdmin.settings}?change=${row.name}`}
                  aria-label={`Change ${row.label}`}
                >
                  Change
                </LinkButton>
              </div>
            ))}
          </Card>
        </Section>
      ))}
      <Changes changes={page.changes} />
    </div>
  )
}

function ChangeCard({ form, answer }: { form: ChangeForm; answer: FormAnswer | undefined }) {
  const pending = useNavigation().state === 'submitting'
  const { error, field } = readAnswer(answer)
  return (
    <Card as="section" padded className="stack stack-16" aria-labelledby="change">
      <div className="stack stack-4">
        <h2 className="text-h2" id="change">
          {form.label}
        </h2>
        <p className="text-secondary">{form.description}</p>
      </div>
      <FormErrorSummary answer={answer} />
      <Form method="post" action={`${toAdmin.settings}?change=${form.name}`} className="stack stack-16" noValidate>
        <input type="hidden" name="shown" value={form.shown} />
        <ValueField control={form.control} typed={answer?.values.value} error={error('value')} />
        <AreaField label="Reason" {...field('reason')} rows={2} limit={500} hint="It stays in the change history." />
        {form.confirm && <CheckboxField name="confirmed" value="yes" label={form.confirm} error={error('confirmed')} />}
        <div className="row row-wrap">
          <Button variant="primary" pending={pending} pendingLabel="Saving...">
            Save setting
          </Button>
          <LinkButton href={toAdmin.settings}>Cancel</LinkButton>
        </div>
      </Form>
    </Card>
  )
}

function ValueField({
  control,
  typed,
  error,
}: {
  control: Control
  typed: string | undefined
  error: string | undefined
}) {
  if (control.kind === 'text') {
    return (
      <TextField
        label="New value"
        name="value"
        prefix={control.unit}
        inputMode={control.input}
        autoComplete="off"
        defaultValue={typed ?? control.value}
        error={error}
      />
    )
  }
  if (control.kind === 'switch') {
    return (
      <SelectField label="New value" name="value" defaultValue={typed ?? (control.on ? 'on' : 'off')} error={error}>
        <option value="on">On</option>
        <option value="off">Off</option>
      </SelectField>
    )
  }
  return (
    <FieldGroup label="Allowed" name="value" error={error}>
      {control.choices.map(({ choice, chosen, fixed }) => (
        <CheckboxField
          key={choice}
          name={`choice_${choice}`}
          value="on"
          label={fixed ? `${choice} (always)` : choice}
          defaultChecked={chosen}
          disabled={fixed}
        />
      ))}
    </FieldGroup>
  )
}

function Changes({ changes }: { changes: SettingsPage['changes'] }) {
  return (
    <Section id="changes" title="Last changes">
      {changes.length === 0 ? (
        <p className="text-secondary">No changes yet. Every setting has its default value.</p>
      ) : (
        <Card rows as="ul">
          {changes.map((change) => (
            <li key={change.id} className="list-row">
              <span className="list-row-text">
                <span className="text-h3">{change.what}</span>
                <span className="text-muted">{`${change.when}, ${change.by}: ${change.reason}`}</span>
              </span>
            </li>
          ))}
        </Card>
      )}
    </Section>
  )
}
