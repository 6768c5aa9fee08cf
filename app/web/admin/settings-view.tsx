import { Form, useNavigation } from 'react-router'
import { to } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { AreaField, FieldGroup, PrefixField, SelectField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { Route } from './+types/settings'

export type Control =
  | { kind: 'text'; unit: string; value: string; decimals: boolean }
  | { kind: 'switch'; on: boolean }
  | { kind: 'choices'; choices: { choice: string; chosen: boolean; fixed: boolean }[] }

export type SettingsPage = Route.ComponentProps['loaderData']
type ChangeForm = NonNullable<SettingsPage['form']>

/** Every setting that the owner may change, and the latest changes with their author and reason. */
export function SettingsView({ page, answer }: { page: SettingsPage; answer: FormAnswer | undefined }) {
  return (
    <div className="stack stack-24 settings">
      <div className="admin-heading">
        <h1 className="text-h1-small">Settings</h1>
        <p className="text-muted">Changes apply immediately. All times Kampala (EAT)</p>
      </div>
      {page.form && <ChangeCard key={page.form.name} form={page.form} answer={answer} />}
      {page.groups.map((group) => (
        <section key={group.id} className="stack" aria-labelledby={group.id}>
          <h2 className="text-h2" id={group.id}>
            {group.title}
          </h2>
          <Card rows>
            {group.rows.map((row) => (
              <div key={row.name} className="list-row settings-row">
                <span className="list-row-text settings-text">
                  <span className="text-h3">{row.label}</span>
                  <span className="text-muted">{row.description}</span>
                </span>
                <b className="money settings-value">{row.value}</b>
                <LinkButton
                  size="small"
                  href={`${to.admin.settings}?change=${row.name}`}
                  aria-label={`Change ${row.label}`}
                >
                  Change
                </LinkButton>
              </div>
            ))}
          </Card>
        </section>
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
      <Form method="post" action={`${to.admin.settings}?change=${form.name}`} className="stack stack-16" noValidate>
        <input type="hidden" name="shown" value={form.shown} />
        <ValueField control={form.control} typed={answer?.values.value} error={error('value')} />
        <AreaField
          label="Reason"
          {...field('reason')}
          rows={2}
          maxLength={500}
          hint="It stays in the change history."
        />
        {form.confirm && <CheckboxField name="confirmed" value="yes" label={form.confirm} error={error('confirmed')} />}
        <div className="row row-wrap">
          <Button variant="primary" pending={pending} pendingLabel="Saving...">
            Save setting
          </Button>
          <LinkButton href={to.admin.settings}>Cancel</LinkButton>
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
      <PrefixField
        label="New value"
        name="value"
        prefix={control.unit}
        inputMode={control.decimals ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={20}
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
    <section className="stack" aria-labelledby="changes">
      <h2 className="text-h2" id="changes">
        Last changes
      </h2>
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
    </section>
  )
}
