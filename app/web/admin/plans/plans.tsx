import { data } from 'react-router'
import { z } from 'zod'
import { listActivityOf } from '#app/domain/events/queries.server.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { PLAN } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { addPlan, type AddPlanRefusal } from '#app/domain/subscriptions/add-plan.server.ts'
import { amountField, type PlanEdit, priceGap, type TypedNewPlan } from '#app/domain/subscriptions/plan-edit.ts'
import { lengthText } from '#app/domain/subscriptions/plan-length.ts'
import { savingOf } from '#app/domain/subscriptions/plan.ts'
import { listStoredPlans, type StoredPlan } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { type PlanRefusal, updatePlan } from '#app/domain/subscriptions/update-plan.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { newId } from '#app/platform/id.ts'
import { kampalaField } from '#app/platform/kampala-time.ts'
import { log } from '#app/platform/log.server.ts'
import plansStylesUrl from '#app/web/admin/plans/plans.css?url'
import { personContext } from '#app/web/context.server.ts'
import type { FormValues } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { readVersion } from './frame.tsx'
import type { PlanForm } from './plan-panel.tsx'
import { PlansView } from './plans-view.tsx'
import { PLAN_TEXTS } from './texts.ts'
import { typedPlan } from './typed-forms.ts'
import type { Route } from './+types/plans'

export const handle = staffForm('Plans', 'plans.manage')

const MAX_CHANGES = 12

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: plansStylesUrl }]

export async function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('edit')
  try {
    const [plans, changes, { shillingsPerDollar }] = await Promise.all([
      listStoredPlans(),
      listActivityOf(['plan'], MAX_CHANGES),
      settings(),
    ])
    const current = plans.filter(({ retiredAt }) => retiredAt === null)
    const edited = current.find(({ name }) => name === asked)
    const titles = new Map(plans.map((plan) => [plan.name, plan.displayName]))
    const full = current.length >= PLAN.max
    return data({
      state: 'open' as const,
      rows: current.map((plan, index) => rowOf(plan, index, current, asked)),
      retired: plans.flatMap((plan) => retiredOf(plan)),
      full,
      gaps: current.flatMap((plan) => gapOf(plan, shillingsPerDollar)),
      changes: changes.map((change) => ({
        id: change.id,
        when: showDateTime(change.at),
        by: change.by ?? 'Automatic',
        summary: `${typeof change.detail.plan === 'string' ? `${titles.get(change.detail.plan) ?? change.detail.plan}: ` : ''}${change.detail.words ?? ''}`,
      })),
      form: edited
        ? editFormOf(edited, current, shillingsPerDollar)
        : url.searchParams.has('new') && !full
          ? { kind: 'new' as const, id: newId(), typed: EMPTY, rate: shillingsPerDollar, at: now() }
          : null,
    })
  } catch (error) {
    log.error({ err: error }, 'the plans could not be read')
    return data({ state: 'failed' as const }, 503)
  }
}

const money = (amountMinor: bigint, currency: Money['currency']): Money => ({ amountMinor, currency })

const passesText = (count: number): string => `${count.toLocaleString('en')} active ${count === 1 ? 'pass' : 'passes'}`

function rowOf(plan: StoredPlan, index: number, plans: readonly StoredPlan[], asked: string | null) {
  const at = now()
  const discounted =
    plan.discountPercentage > 0 && (plan.discountExpiresAt === null || plan.discountExpiresAt > at)
      ? `${plan.discountPercentage}%${plan.discountExpiresAt ? ` until ${showDate(plan.discountExpiresAt)}` : ''}`
      : null
  const saving = savingOf(plan, plans, ({ priceUgx }) => money(priceUgx, 'UGX'))
  return {
    name: plan.name,
    title: plan.displayName,
    version: plan.version,
    first: index === 0,
    last: index === plans.length - 1,
    href: `${toAdmin.plans}?edit=${plan.name}`,
    open: plan.name === asked,
    active: plan.isActive,
    featured: plan.isFeatured,
    discounted,
    restricted: plan.countries.length > 0 ? plan.countries.join(', ') : null,
    about: [
      lengthText(plan.length),
      passesText(plan.activePasses),
      ...(saving ? [`Saves ${saving.percent}% over ${saving.months} months`] : []),
    ].join('. '),
    price: formatMoney(money(plan.priceUgx, 'UGX')),
    priceUsd: formatMoney(money(plan.priceUsd, 'USD')),
  }
}

function retiredOf(plan: StoredPlan) {
  if (plan.retiredAt === null) return []
  const about = [lengthText(plan.length), passesText(plan.activePasses), `Retired ${showDate(plan.retiredAt)}`]
  return [{ name: plan.name, title: plan.displayName, about: about.join('. ') }]
}

function gapOf(plan: StoredPlan, rate: number): { name: string; title: string; text: string }[] {
  const gap = priceGap(plan, rate)
  if (!gap) return []
  const usd = formatMoney(money(plan.priceUsd, 'USD'))
  return [
    {
      name: plan.name,
      title: `${plan.displayName}: the two prices differ by ${gap.percent}%`,
      text: `${usd} is ${formatMoney(gap.usdInUgx)} at your rate of ${rate.toLocaleString('en')}. Fans who pay in USD pay ${gap.usdIsLower ? 'less' : 'more'}.`,
    },
  ]
}

const EMPTY: TypedNewPlan = { ...typedPlan({ length_unit: 'month', currency: 'UGX', discount: '0' }), active: true }

function editFormOf(plan: StoredPlan, plans: readonly StoredPlan[], rate: number): PlanForm {
  return {
    kind: 'edit',
    plan: plan.name,
    title: plan.displayName,
    length: lengthText(plan.length),
    passes: passesText(plan.activePasses),
    onlyOne: !plans.some(({ id, isActive }) => isActive && id !== plan.id),
    version: plan.version,
    typed: typedOf(plan, now()),
    rate,
    at: now(),
  }
}

/** A plan as its form shows it. An ended discount shows as none: its past date would block saving. */
function typedOf(plan: PlanEdit, at: Date): TypedNewPlan {
  const ended = plan.discountExpiresAt !== null && plan.discountExpiresAt <= at
  return {
    ...EMPTY,
    display_name: plan.displayName,
    price_ugx: amountField(money(plan.priceUgx, 'UGX')),
    price_usd: amountField(money(plan.priceUsd, 'USD')),
    currency: plan.currencyPrimary,
    discount: ended ? '0' : String(plan.discountPercentage),
    discount_ends: plan.discountExpiresAt && !ended ? kampalaField(plan.discountExpiresAt) : '',
    active: plan.isActive,
    featured: plan.isFeatured,
    countries: plan.countries,
  }
}

const Values = z.record(z.string(), z.string().max(200))

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const plan = url.searchParams.get('edit')
  const form = await parseForm(request, Values)
  const { plan_id: id = '', version, ...values } = form.ok ? form.value : {}
  const typed = typedPlan(values)
  try {
    if (plan === null && url.searchParams.has('new')) {
      const added = await addPlan(actor, { id, typed })
      return added.ok ? redirectWithToast(toAdmin.plans, PLAN_TEXTS.added) : refused(values, added.refusal)
    }
    const saved = await updatePlan(actor, { plan: plan ?? '', version: readVersion(version), typed })
    if (!saved.ok) return refused(values, saved.refusal)
    return redirectWithToast(toAdmin.plans, saved.value.saved ? PLAN_TEXTS.updated : PLAN_TEXTS.unchanged)
  } catch (error) {
    log.error({ err: error }, 'a plan could not be changed')
    return refuseForm({ status: 503, title: 'Error', description: PLAN_TEXTS.notUpdated }, values)
  }
}

function refused(values: FormValues, refusal: PlanRefusal | AddPlanRefusal) {
  if (refusal.kind === 'flaws') return invalidForm({ ...refusal.problems }, values)
  const [status, description] = REFUSED[refusal.kind]
  return refuseForm({ status, title: PLAN_TEXTS.notUpdated, description }, values)
}

const REFUSED: Record<Exclude<(PlanRefusal | AddPlanRefusal)['kind'], 'flaws'>, [status: number, text: string]> = {
  changed_meanwhile: [409, PLAN_TEXTS.changedMeanwhile],
  no_such_plan: [404, PLAN_TEXTS.gone],
  last_plan: [409, PLAN_TEXTS.lastPlan],
  too_many_plans: [409, PLAN_TEXTS.tooMany],
  not_allowed: [403, PLAN_TEXTS.notPermitted],
}

export default function Plans({ loaderData, actionData }: Route.ComponentProps) {
  return <PlansView page={loaderData} answer={actionData} />
}
