import { useState } from 'react'
import { Form } from 'react-router'
import type { PromoState, TypedPromo } from '#app/domain/promotions/promo-edit.ts'
import { toAdmin } from '#app/admin-links.ts'
import { withQuery } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FilterChip, FilterChips, type Status, StatusChip } from '#app/ui/chip.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FieldGroup, TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { ListSearch, WorkPanel } from '#app/web/admin/workbench.tsx'
import { usePending } from '#app/web/components/use-pending.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { CountriesField } from './countries-field.tsx'
import { PanelFoot, PlansFrame, PlansNotLoaded, SwitchButton, typedFields } from './frame.tsx'
import { typedPromo } from './typed-forms.ts'
import type { Route } from './+types/promo-codes'

export type PromoPage = Route.ComponentProps['loaderData']
type Page = Extract<PromoPage, { state: 'open' }>
type PlanPrices = NonNullable<Page['form']>['plans'][number]

const NEW = withQuery(toAdmin.promoCodes, { new: 1 })

const FILTER_NAMES: Record<string, string> = { active: 'Active', ended: 'Ended', all: 'All' }

/** The promo codes with their uses, and the form for a new one. */
export function PromoView({ page, answer }: { page: PromoPage; answer: FormAnswer | undefined }) {
  const form = page.state === 'open' ? page.form : null
  return (
    <PlansFrame tab="Promo Codes" panel={form && <PromoPanel plans={form.plans} answer={answer} />}>
      {page.state === 'failed' ? (
        <PlansNotLoaded retryHref={toAdmin.promoCodes} />
      ) : (
        <>
          <div className="row row-between row-wrap">
            <FilterChips wrap="wide" label="Which codes">
              {page.filters.map((one) => (
                <FilterChip key={one.name} href={one.href} active={one.active}>
                  {FILTER_NAMES[one.name]} <span className="filter-count">{one.count}</span>
                </FilterChip>
              ))}
            </FilterChips>
            <ListSearch action={toAdmin.promoCodes} filter={page.filter} label="Find a code" value={page.find} />
          </div>
          {/* One primary button a screen: with the form open, it is the form's. */}
          {!form && (
            <LinkButton className="plans-new" variant="primary" icon="ticket" href={NEW}>
              New promo code
            </LinkButton>
          )}
          <Rows rows={page.rows} find={page.find} />
        </>
      )}
    </PlansFrame>
  )
}

const STATES: Record<PromoState, Status> = {
  active: { tone: 'success', icon: 'circle-check', text: 'Active' },
  used_up: { tone: 'warning', icon: 'users', text: 'Used up' },
  ended: { tone: 'neutral', icon: 'clock', text: 'Ended' },
  off: { tone: 'neutral', icon: 'eye-off', text: 'Off' },
}

function Rows({ rows, find }: Pick<Page, 'rows' | 'find'>) {
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState icon="ticket" compact title={find ? 'No promo codes match' : 'No promo codes'}>
          {find
            ? 'Try a part of the code.'
            : 'A promo code takes a percentage off a pass. You set how often it can be used.'}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card rows as="ul">
      {rows.map((row) => {
        return (
          <li key={row.id} className="promo-row">
            <span className="promo-facts">
              <span className="row row-wrap">
                <span className="promo-code">{row.code}</span>
                <StatusChip status={STATES[row.state]} small />
              </span>
              <span className="text-secondary">{`${row.off} off · ${row.appliesTo}`}</span>
              <span className="text-muted">{`Used ${row.used} · ${row.ends}`}</span>
              {row.description && <span className="text-muted">{row.description}</span>}
            </span>
            <Form method="post" action={toAdmin.promoCodeSwitch(row.id)} className="promo-status" preventScrollReset>
              <SwitchButton title={row.code} on={row.on} />
            </Form>
          </li>
        )
      })}
    </Card>
  )
}

function PromoPanel({ plans, answer }: { plans: PlanPrices[]; answer: FormAnswer | undefined }) {
  const pending = usePending(NEW)
  const typed = answer ? typedPromo(answer.values) : { ...typedPromo({}), plans: plans.map(({ name }) => name) }
  const [shown, setShown] = useState(typed)
  return (
    <WorkPanel title="New promo code" note="Works immediately" closeHref={toAdmin.promoCodes}>
      <Form
        method="post"
        action={NEW}
        className="stack stack-16"
        noValidate
        onChange={(event) => {
          setShown(typedPromo(Object.fromEntries(new FormData(event.currentTarget))))
        }}
      >
        <FormErrorSummary answer={answer} />
        <PromoFields typed={typed} plans={plans} errorOf={readAnswer(answer).error} />
        <FanSees plans={plans} shown={shown} />
        <PanelFoot pending={pending} pendingLabel="Creating..." cancelHref={toAdmin.promoCodes}>
          Create promo code
        </PanelFoot>
      </Form>
    </WorkPanel>
  )
}

function PromoFields(props: {
  typed: TypedPromo
  plans: PlanPrices[]
  errorOf: (field: string) => string | undefined
}) {
  const { typed, plans, errorOf } = props
  const field = typedFields<'code' | 'discount' | 'ends' | 'limit' | 'description'>(typed, errorOf)
  return (
    <>
      <TextField
        label="Code"
        className="promo-code-field"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('code')}
      />
      <div className="plans-pair">
        <TextField
          label="Discount, 1 to 100"
          inputMode="numeric"
          trailing={<span className="text-secondary">%</span>}
          {...field('discount')}
        />
        <TextField label="Usage limit" inputMode="numeric" optional {...field('limit')} />
      </div>
      <TextField label="Ends (EAT)" type="datetime-local" {...field('ends')} />
      <TextField label="Description" limit={200} optional {...field('description')} />
      <FieldGroup label="Applies to" name="plans" error={errorOf('plans')}>
        <div className="plans-ticks">
          {plans.map(({ name, title }) => (
            <CheckboxField key={name} name={`plan_${name}`} label={title} defaultChecked={typed.plans.includes(name)} />
          ))}
        </div>
      </FieldGroup>
      <CountriesField chosen={typed.countries} error={errorOf('countries')} />
    </>
  )
}

function FanSees({ plans, shown }: { plans: PlanPrices[]; shown: TypedPromo }) {
  const percent = /^\d{1,3}$/.test(shown.discount) ? Number(shown.discount) : 0
  return (
    <div className="fan-sees" aria-live="polite">
      <p className="text-caption">Fans see</p>
      <Receipt
        rows={plans.map(({ name, title, price, discounted }) => {
          const takes = percent >= 1 && percent <= 100 && shown.plans.includes(name)
          return {
            label: title,
            value: takes ? (
              <>
                <s className="text-muted">{price}</s> <b>{discounted[percent]}</b>
              </>
            ) : (
              price
            ),
          }
        })}
      />
    </div>
  )
}
