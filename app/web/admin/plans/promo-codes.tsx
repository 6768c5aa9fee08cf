import { cutGraphemes } from '#app/platform/graphemes.ts'
import { asTyped } from '#app/platform/plain-text.ts'
import { data } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney, lessPercentage } from '#app/domain/money/money.ts'
import { listPromoCodes, type StoredPromo } from '#app/domain/promotions/admin-queries.server.ts'
import { createPromoCode, type CreatePromoRefusal } from '#app/domain/promotions/create-promo-code.server.ts'
import { type PromoState, promoState } from '#app/domain/promotions/promo-edit.ts'
import { switchPromoCode } from '#app/domain/promotions/switch-promo-code.server.ts'
import { listStoredPlans, type StoredPlan } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { log } from '#app/platform/log.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { decisionOf } from '#app/web/admin/review-queue/queue.ts'
import plansStylesUrl from '#app/web/admin/plans/plans.css?url'
import { personContext } from '#app/web/context.server.ts'
import type { FormValues } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PromoView } from './promo-view.tsx'
import { PLAN_TEXTS } from './texts.ts'
import { typedPromo } from './typed-forms.ts'
import type { Route } from './+types/promo-codes'

export const handle = staffForm('Promo codes', 'promo_codes.manage')

const MAX_SEARCH_LENGTH = 40

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: plansStylesUrl }]

export async function loader({ url }: Route.LoaderArgs) {
  const { searchParams } = url
  const filter = FILTERS.find((name) => name === searchParams.get('filter')) ?? 'all'
  const find = cutGraphemes(asTyped(searchParams.get('find') ?? '').trim(), MAX_SEARCH_LENGTH)
  try {
    const [promos, plans] = await Promise.all([listPromoCodes(), listStoredPlans()])
    const at = now()
    const states = promos.map((promo) => ({ promo, state: promoState(promo, at) }))
    const shown = states.filter(({ promo, state }) => MATCHES[filter](state) && promo.code.includes(find.toUpperCase()))
    return data({
      state: 'open' as const,
      filter,
      find,
      filters: FILTERS.map((name) => ({
        name,
        count: states.filter(({ state }) => MATCHES[name](state)).length,
        href: `${toAdmin.promoCodes}?filter=${name}`,
        active: name === filter,
      })),
      rows: shown.map(({ promo, state }) => rowOf(promo, state, plans)),
      form: searchParams.get('new') === '1' ? { plans: plans.filter(isCurrent).map(previewOf) } : null,
    })
  } catch (error) {
    log.error({ err: error }, 'the promo codes could not be read')
    return data({ state: 'failed' as const }, 503)
  }
}

const FILTERS = ['active', 'ended', 'all'] as const
const MATCHES: Record<(typeof FILTERS)[number], (state: PromoState) => boolean> = {
  active: (state) => state === 'active',
  ended: (state) => state !== 'active',
  all: () => true,
}

const isCurrent = (plan: StoredPlan): boolean => plan.retiredAt === null

function rowOf(promo: StoredPromo, state: PromoState, plans: readonly StoredPlan[]) {
  const current = plans.filter(isCurrent)
  const everyPlan = promo.plans.length === 0 || current.every(({ name }) => promo.plans.includes(name))
  const titleOf = (name: string): string => plans.find((plan) => plan.name === name)?.displayName ?? name
  return {
    id: promo.id,
    code: promo.code,
    off: `${promo.discountPercentage}%`,
    appliesTo: [
      everyPlan ? (current.length === 2 ? 'Both plans' : 'All plans') : promo.plans.map(titleOf).join(', '),
      ...(promo.countries.length > 0 ? [promo.countries.join(', ')] : []),
    ].join(' · '),
    description: promo.description,
    used: promo.usageLimit === null ? String(promo.usageCount) : `${promo.usageCount} of ${promo.usageLimit}`,
    ends: promo.expiresAt ? `Ends ${showDateTime(promo.expiresAt)}` : 'No end date',
    state,
    on: promo.isActive,
  }
}

function previewOf(plan: { name: string; displayName: string; priceUgx: bigint }) {
  const price = { amountMinor: plan.priceUgx, currency: 'UGX' } as const
  return {
    name: plan.name,
    title: plan.displayName,
    price: formatMoney(price),
    // The price at every percentage, so that the browser calculates nothing.
    discounted: Array.from({ length: 101 }, (_, percent) => formatMoney(lessPercentage(price, percent))),
  }
}

const Values = z.record(z.string(), z.string().max(2_000))

/** Creates a code; below a code, switches it. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, Values)
  const values = form.ok ? form.value : {}
  if (decisionOf(url, ['switch'])) return switched(actor, params, values)
  try {
    const result = await createPromoCode(actor, typedPromo(values))
    return result.ok ? redirectWithToast(toAdmin.promoCodes, PLAN_TEXTS.promoCreated) : refused(result.refusal, values)
  } catch (error) {
    log.error({ err: error }, 'a promo code could not be created')
    return refuseForm({ status: 503, title: 'Error', description: PLAN_TEXTS.promoNotCreated }, values)
  }
}

async function switched(actor: Person, { promoCodeId = '' }: { promoCodeId?: string }, { on }: FormValues) {
  if (on !== 'on' && on !== 'off') return failed(PLAN_TEXTS.unreadable)
  const result = await switchPromoCode(actor, { promoCodeId, on: on === 'on' })
  if (!result.ok) return failed(result.refusal.kind === 'not_allowed' ? PLAN_TEXTS.notPermitted : PLAN_TEXTS.gone)
  return redirectWithToast(toAdmin.promoCodes, { title: 'Saved', description: `${result.value.code} is ${on}.` })
}

function refused(refusal: CreatePromoRefusal, values: FormValues) {
  switch (refusal.kind) {
    case 'flaws':
      return invalidForm({ ...refusal.problems }, values)
    case 'code_taken':
      return invalidForm({ code: `${refusal.code} already exists` }, values, 409)
    case 'not_allowed':
      return refuseForm({ status: 403, title: 'Error', description: PLAN_TEXTS.notPermitted }, values)
    default:
      return unreachable(refusal)
  }
}

function failed(description: string) {
  return redirectWithToast(toAdmin.promoCodes, { title: 'Error', description, tone: 'error' })
}

export default function PromoCodes({ loaderData, actionData }: Route.ComponentProps) {
  return <PromoView page={loaderData} answer={actionData} />
}
