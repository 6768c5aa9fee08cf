import { data } from 'react-router'
import { z } from 'zod'
import { listActivityOf } from '#app/domain/events/queries.server.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { annualSavings } from '#app/domain/subscriptions/plan.ts'
import { amountField, type PlanEdit, priceGap, type TypedPlan } from '#app/domain/subscriptions/plan-edit.ts'
import { listStoredPlans, type StoredPlan } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { type PlanRefusal, updatePlan } from '#app/domain/subscriptions/update-plan.server.ts'
import { now } from '#app/platform/clock.ts'
import { kampalaField } from '#app/platform/kampala-time.ts'
import { log } from '#app/platform/log.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { parseForm } from '#app/web/forms.server.ts'
import plansStylesUrl from '#app/web/admin/plans/plans.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { countriesOf } from './countries-field.tsx'
import { PLANS_HOME } from './frame.tsx'
import { type PlanForm, type PlansPage, PlansView } from './plans-view.tsx'
import { PLAN_TEXTS } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/plans'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:plans.manage', POST: 'staff:plans.manage' },
  title: 'Plans',
} satisfies RouteHandle

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
    const edited = plans.find(({ name }) => name === asked)
    return data<PlansPage>({
      state: 'open',
      rows: plans.map((plan) => rowOf(plan, plans, asked)),
      gaps: plans.flatMap((plan) => gapOf(plan, shillingsPerDollar)),
      changes: changes.map((change) => ({
        id: change.id,
        when: showDateTime(change.at),
        by: change.by ?? 'Automatic',
        summary: `${typeof change.detail.plan === 'string' ? `${NAMES[change.detail.plan] ?? change.detail.plan}: ` : ''}${change.detail.words ?? ''}`,
      })),
      form: edited ? formOf(edited, shillingsPerDollar) : null,
    })
  } catch (error) {
    log.error({ err: error }, 'the plans could not be read')
    return data<PlansPage>({ state: 'failed' }, 503)
  }
}

const NAMES: Record<string, string> = { monthly: 'Monthly', annual: 'Annual' }

const money = (amountMinor: bigint, currency: Money['currency']): Money => ({ amountMinor, currency })

function rowOf(plan: StoredPlan, plans: readonly StoredPlan[], asked: string | null) {
  const at = now()
  const discounted =
    plan.discountPercentage > 0 && (plan.discountExpiresAt === null || plan.discountExpiresAt > at)
      ? `${plan.discountPercentage}%${plan.discountExpiresAt ? ` until ${showDate(plan.discountExpiresAt)}` : ''}`
      : null
  const monthly = plans.find(({ name }) => name === 'monthly')
  const savings =
    plan.name === 'annual' && monthly ? annualSavings(money(monthly.priceUgx, 'UGX'), money(plan.priceUgx, 'UGX')) : 0
  return {
    name: plan.name,
    title: plan.displayName,
    href: `${PLANS_HOME}?edit=${plan.name}`,
    open: plan.name === asked,
    active: plan.isActive,
    featured: plan.isFeatured,
    discounted,
    restricted: plan.countries.length > 0 ? plan.countries.join(', ') : null,
    about: `${plan.activePasses.toLocaleString('en')} active ${plan.activePasses === 1 ? 'pass' : 'passes'}${savings > 0 ? `. Saves ${savings}% over 12 months` : ''}`,
    price: formatMoney(money(plan.priceUgx, 'UGX')),
    priceUsd: formatMoney(money(plan.priceUsd, 'USD')),
  }
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

function formOf(plan: StoredPlan, rate: number): PlanForm {
  return {
    plan: plan.name,
    title: plan.displayName,
    version: plan.version,
    typed: typedOf(plan, now()),
    rate,
    at: now(),
  }
}

/** A plan as its form shows it. An ended discount shows as none: its past date would block saving. */
function typedOf(plan: PlanEdit, at: Date): TypedPlan {
  const ended = plan.discountExpiresAt !== null && plan.discountExpiresAt <= at
  return {
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

const text = z.string().max(60).default('')
const PlanInput = z.looseObject({
  version: text,
  display_name: z.string().max(200).default(''),
  price_ugx: text,
  price_usd: text,
  currency: text,
  discount: text,
  discount_ends: text,
  active: text,
  featured: text,
})

export type PlanAnswer = { typed: TypedPlan; errors: { fieldId?: string; message: string }[]; title?: string }

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const plan = url.searchParams.get('edit') ?? ''
  const form = await parseForm(request, PlanInput)
  const { version, active, featured, ...fields } = form.ok ? form.value : PlanInput.parse({})
  const typed: TypedPlan = {
    display_name: fields.display_name,
    price_ugx: fields.price_ugx,
    price_usd: fields.price_usd,
    currency: fields.currency,
    discount: fields.discount,
    discount_ends: fields.discount_ends,
    active: active === 'on',
    featured: featured === 'on',
    countries: countriesOf(fields),
  }
  try {
    const result = await updatePlan(actor, { plan, version: /^\d{1,9}$/.test(version) ? Number(version) : -1, typed })
    if (result.ok)
      return redirectWithToast(PLANS_HOME, result.value.changes.length > 0 ? PLAN_TEXTS.updated : PLAN_TEXTS.unchanged)
    const { status, ...answer } = refusalAnswer(result.refusal)
    return data<PlanAnswer>({ typed, ...answer }, status)
  } catch (error) {
    log.error({ err: error }, 'a plan could not be changed')
    return data<PlanAnswer>({ typed, title: 'Error', errors: [{ message: PLAN_TEXTS.notUpdated }] }, 503)
  }
}

function refusalAnswer(refusal: PlanRefusal): Omit<PlanAnswer, 'typed'> & { status: number } {
  const failure = (message: string, status: number) => ({ title: PLAN_TEXTS.notUpdated, errors: [{ message }], status })
  switch (refusal.kind) {
    case 'flaws':
      return {
        status: 400,
        errors: Object.entries(refusal.problems).map(([fieldId, message]) => ({ fieldId, message })),
      }
    case 'changed_meanwhile':
      return failure(PLAN_TEXTS.changedMeanwhile, 409)
    case 'no_such_plan':
      return failure(PLAN_TEXTS.gone, 404)
    case 'not_allowed':
      return failure(PLAN_TEXTS.notPermitted, 403)
    default:
      return unreachable(refusal)
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Plans({ loaderData, actionData }: Route.ComponentProps) {
  return <PlansView page={loaderData} answer={actionData ?? null} />
}
