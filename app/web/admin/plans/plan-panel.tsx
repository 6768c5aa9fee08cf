import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatMoney } from '#app/domain/money/money.ts'
import {
  type PlanEdit,
  priceGap,
  previewOfPlan,
  readPlanEdit,
  type TypedNewPlan,
} from '#app/domain/subscriptions/plan-edit.ts'
import { LENGTH_UNITS } from '#app/domain/subscriptions/plan-length.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDate } from '#app/platform/dates.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { SwitchField } from '#app/ui/choice.tsx'
import { FieldGroup, SelectField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { SegmentedRadios } from '#app/ui/segmented.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { CountriesField } from './countries-field.tsx'
import { PanelFoot, typedFields } from './frame.tsx'
import { PLAN_TEXTS } from './texts.ts'
import { typedPlan } from './typed-forms.ts'

export type PlanForm = (
  | {
      kind: 'edit'
      plan: string
      title: string
      length: string
      passes: string
      /** No other plan is on sale. */
      onlyOne: boolean
      version: number
    }
  /** `id` is the plan to be made, so that a form that is sent twice makes one. */
  | { kind: 'new'; id: string }
) & {
  typed: TypedNewPlan
  /** Shillings per dollar. */
  rate: number
  at: Date
}
type EditForm = Extract<PlanForm, { kind: 'edit' }>

export function PlanPanel({ form, answer }: { form: PlanForm; answer: FormAnswer | undefined }) {
  const pending = useNavigation().state === 'submitting'
  const typed = answer ? typedPlan(answer.values) : form.typed
  // The last valid state of the form: a half-typed number doesn't change the preview.
  const [edit, setEdit] = useState<PlanEdit | null>(() => editOf(typed, form.at) ?? editOf(form.typed, form.at))
  return (
    <WorkPanel
      title={form.kind === 'edit' ? `Edit ${form.title}` : 'New plan'}
      note={form.kind === 'edit' ? `${form.length}. Fans see changes immediately` : 'Fans see it immediately'}
      closeHref={toAdmin.plans}
    >
      {edit && <Preview edit={edit} at={form.at} rate={form.rate} />}
      <Form
        method="post"
        action={form.kind === 'edit' ? `${toAdmin.plans}?edit=${form.plan}` : `${toAdmin.plans}?new=1`}
        className="stack stack-16"
        noValidate
        onChange={(event) => {
          const next = editOf(typedPlan(Object.fromEntries(new FormData(event.currentTarget))), form.at)
          if (next) setEdit(next)
        }}
      >
        <FormErrorSummary answer={answer} />
        {form.kind === 'edit' ? (
          <input type="hidden" name="version" value={form.version} />
        ) : (
          <input type="hidden" name="plan_id" value={form.id} />
        )}
        <PlanFields typed={typed} isNew={form.kind === 'new'} errorOf={readAnswer(answer).error} />
        {form.kind === 'edit' && <Retirement form={form} />}
        <PanelFoot pending={pending} pendingLabel="Saving..." cancelHref={toAdmin.plans}>
          {form.kind === 'edit' ? 'Save plan' : 'Add plan'}
        </PanelFoot>
      </Form>
      {form.kind === 'edit' && (
        <Form id={RETIREMENT} method="post" action={toAdmin.planRetirement(form.plan)}>
          <input type="hidden" name="version" value={form.version} />
        </Form>
      )}
    </WorkPanel>
  )
}

const RETIREMENT = 'retirement'

/** Closed, because it can't be undone. Its button belongs to a form of its own: Enter in a field of the plan saves the plan. */
function Retirement({ form }: { form: EditForm }) {
  return (
    <details className="countries">
      <summary>
        <span className="text-h3">Retire this plan</span>
        <Icon name="chevron-down" size={20} />
      </summary>
      <div className="stack stack-12 plan-retirement">
        <p>
          Nobody can buy or renew it any more. This can’t be undone: to sell it again, add a new plan. To pause it,
          switch Active off instead.
        </p>
        <p>
          Passes run until they end ({form.passes} now). Their fans get a mail before that and choose another plan.
          Renewals from a wallet stop: nothing is paid for this plan.
        </p>
        <Button variant="danger" wide form={RETIREMENT} disabledReason={form.onlyOne ? PLAN_TEXTS.lastPlan : null}>
          Retire {form.title}
        </Button>
      </div>
    </details>
  )
}

function PlanFields(props: { typed: TypedNewPlan; isNew: boolean; errorOf: (field: string) => string | undefined }) {
  const { typed, isNew, errorOf } = props
  const field = typedFields<'display_name' | 'length_count' | 'price_ugx' | 'price_usd' | 'discount' | 'discount_ends'>(
    typed,
    errorOf,
  )
  return (
    <>
      <TextField
        label="Display name"
        limit={40}
        hint={isNew ? 'Receipts show it with “pass” after it, as in Monthly pass.' : undefined}
        {...field('display_name')}
      />
      {isNew && (
        <div className="plans-pair">
          <TextField label="Length" inputMode="numeric" {...field('length_count')} />
          <SelectField label="Unit" name="length_unit" defaultValue={typed.length_unit}>
            {LENGTH_UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {`${unit}s`}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div className="plans-pair">
        <TextField label="Price UGX" inputMode="numeric" {...field('price_ugx')} />
        <TextField label="Price USD" inputMode="decimal" {...field('price_usd')} />
      </div>
      <TextField
        label="Discount, 0 to 100"
        inputMode="numeric"
        trailing={<span className="text-secondary">%</span>}
        {...field('discount')}
      />
      <TextField label="Discount ends (EAT)" type="datetime-local" optional {...field('discount_ends')} />
      <FieldGroup label="Currency shown first" name="currency" error={errorOf('currency')}>
        <SegmentedRadios
          label="Currency shown first"
          name="currency"
          defaultValue={typed.currency}
          segments={[
            { label: 'UGX', value: 'UGX' },
            { label: 'USD', value: 'USD' },
          ]}
        />
      </FieldGroup>
      <CountriesField chosen={typed.countries} error={errorOf('countries')} />
      <SwitchField label="Active" name="active" defaultChecked={typed.active} />
      <SwitchField
        label="Featured: already selected on the plans page"
        name="featured"
        defaultChecked={typed.featured}
      />
    </>
  )
}

function Preview({ edit, at, rate }: { edit: PlanEdit; at: Date; rate: number }) {
  const { price, before, percent, until } = previewOfPlan(edit, at)
  const gap = priceGap(edit, rate)
  return (
    <>
      <div className="fan-sees" aria-live="polite">
        <p className="text-caption">Fans see</p>
        <div className="row row-between">
          <p className="text-h2 money" translate="no">
            {edit.isActive ? formatMoney(price) : 'Not for sale'}
          </p>
          {percent > 0 && (
            <Chip tone="accent" icon="badge-percent" small>
              {`${percent}% off`}
            </Chip>
          )}
        </div>
        {before && (
          <p className="text-muted">
            <s>{formatMoney(before)}</s>
            {until && ` until ${showDate(until)}`}
          </p>
        )}
      </div>
      {gap && (
        <Banner tone="warning" icon="triangle-exclamation-point" title={`The two prices differ by ${gap.percent}%`}>
          {`At your rate the USD price is ${formatMoney(gap.usdInUgx)}.`}
        </Banner>
      )}
    </>
  )
}

function editOf(typed: TypedNewPlan, at: Date): PlanEdit | null {
  const read = readPlanEdit(typed, at)
  return read.ok ? read.edit : null
}
