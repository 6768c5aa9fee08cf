import { data } from 'react-router'
import { z } from 'zod'
import type { Actor } from '#app/domain/identity/actor.ts'
import { type AddFeatureRefusal, addPlanFeature } from '#app/domain/subscriptions/add-plan-feature.server.ts'
import { changePlanFeature, type ChangeFeatureRefusal } from '#app/domain/subscriptions/change-plan-feature.server.ts'
import { isFeatureIcon, MOST_FEATURES } from '#app/domain/subscriptions/feature-edit.ts'
import { movePlanFeature, type MoveFeatureRefusal } from '#app/domain/subscriptions/move-plan-feature.server.ts'
import {
  listStoredFeatures,
  listStoredPlans,
  type StoredFeature,
} from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import { parseForm } from '#app/web/forms.server.ts'
import plansStylesUrl from '#app/web/admin/plans/plans.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { type FeaturesPage, FeaturesView } from './features-view.tsx'
import { PLAN_TEXTS } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/features'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:plans.manage', POST: 'staff:plans.manage' },
  title: 'Plan features',
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: plansStylesUrl }]

export async function loader({ url }: Route.LoaderArgs) {
  const { searchParams } = url
  try {
    const [stored, features] = await Promise.all([listStoredPlans(), listStoredFeatures()])
    const plans = stored.filter(({ retiredAt }) => retiredAt === null)
    const edited = features.find(({ id }) => id === searchParams.get('edit'))
    const adding = plans.find(({ name }) => name === searchParams.get('add'))
    return data<FeaturesPage>({
      state: 'open',
      plans: plans.map((plan) => {
        const own = features.filter(({ planId }) => planId === plan.id)
        return {
          name: plan.name,
          title: plan.displayName,
          addHref: own.length < MOST_FEATURES ? `${to.admin.planFeatures}?add=${plan.name}` : null,
          features: own.map((feature, index) => rowOf(feature, index, own.length, edited?.id ?? null)),
        }
      }),
      form: edited
        ? { kind: 'edit', id: edited.id, version: edited.version, text: edited.text, icon: edited.icon }
        : adding
          ? { kind: 'add', plan: adding.name, title: adding.displayName, text: '', icon: 'check' }
          : null,
    })
  } catch (error) {
    log.error({ err: error }, 'the features of the plans could not be read')
    return data<FeaturesPage>({ state: 'failed' }, 503)
  }
}

function rowOf(feature: StoredFeature, index: number, count: number, edited: string | null) {
  const { id, text, icon, on, version } = feature
  return {
    id,
    text,
    icon: isFeatureIcon(icon) ? icon : ('check' as const),
    on,
    version,
    first: index === 0,
    last: index === count - 1,
    open: id === edited,
  }
}

const FeatureInput = z.object({
  intent: z.enum(['add', 'message', 'on', 'off', 'up', 'down']),
  feature: z.string().max(60).default(''),
  plan: z.string().max(60).default(''),
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .default('0'),
  text: z.string().max(300).default(''),
  icon: z.string().max(60).default(''),
})
type Input = z.infer<typeof FeatureInput>

export type FeatureAnswer = {
  text: string
  icon: string
  errors: { fieldId?: string; message: string }[]
  title?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, FeatureInput)
  if (!form.ok) return failed(PLAN_TEXTS.unreadable)
  const input = form.value
  try {
    const result = await runCommand(actor, input)
    if (result.ok) return redirectWithToast(to.admin.planFeatures, PLAN_TEXTS.updated)
    const { refusal } = result
    if (refusal.kind !== 'flaws') return failed(textOf(refusal.kind))
    const { text, icon } = refusal.problems
    return data<FeatureAnswer>(
      {
        text: input.text,
        icon: input.icon,
        errors: [
          ...(text ? [{ fieldId: 'text', message: text }] : []),
          ...(icon ? [{ fieldId: 'icon', message: icon }] : []),
        ],
      },
      400,
    )
  } catch (error) {
    log.error({ err: error }, 'a feature of a plan could not be changed')
    return data<FeatureAnswer>(
      { text: input.text, icon: input.icon, title: 'Error', errors: [{ message: PLAN_TEXTS.notUpdated }] },
      503,
    )
  }
}

type Refusal = AddFeatureRefusal | ChangeFeatureRefusal | MoveFeatureRefusal

function runCommand(actor: Actor, input: Input): Promise<Result<unknown, Refusal>> {
  const { intent, feature: featureId, plan, text, icon } = input
  const version = Number(input.version)
  switch (intent) {
    case 'add':
      return addPlanFeature(actor, { plan, text, icon })
    case 'message':
      return changePlanFeature(actor, { featureId, version, change: { kind: 'message', text, icon } })
    case 'on':
    case 'off':
      return changePlanFeature(actor, { featureId, version, change: { kind: 'switch', on: intent === 'on' } })
    case 'up':
    case 'down':
      return movePlanFeature(actor, { featureId, version, direction: intent })
    default:
      return unreachable(intent)
  }
}

function textOf(kind: Exclude<Refusal['kind'], 'flaws'>): string {
  switch (kind) {
    case 'not_allowed':
      return PLAN_TEXTS.notPermitted
    case 'no_such_plan':
    case 'no_such_feature':
      return PLAN_TEXTS.gone
    case 'too_many':
      return `A plan has at most ${MOST_FEATURES} features.`
    case 'changed_meanwhile':
      return PLAN_TEXTS.changedMeanwhile
    case 'at_the_end':
      return 'This feature can\u2019t move further.'
    default:
      return unreachable(kind)
  }
}

/** Errors without a form field show as a toast on the current list. */
function failed(description: string) {
  return redirectWithToast(to.admin.planFeatures, { title: 'Error', description, tone: 'error' })
}

export default function Features({ loaderData, actionData }: Route.ComponentProps) {
  return <FeaturesView page={loaderData} answer={actionData ?? null} />
}
