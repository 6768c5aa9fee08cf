import { data, Form, useNavigation } from 'react-router'
import { z } from 'zod'
import type { Actor } from '#app/domain/identity/actor.ts'
import { type AddFeatureRefusal, addPlanFeature } from '#app/domain/subscriptions/add-plan-feature.server.ts'
import { changePlanFeature, type ChangeFeatureRefusal } from '#app/domain/subscriptions/change-plan-feature.server.ts'
import {
  FEATURE_ICONS,
  type FeatureIcon,
  isFeatureIcon,
  MOST_FEATURES,
} from '#app/domain/subscriptions/feature-edit.ts'
import { movePlanFeature, type MoveFeatureRefusal } from '#app/domain/subscriptions/move-plan-feature.server.ts'
import {
  listStoredFeatures,
  listStoredPlans,
  type StoredFeature,
} from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import { Button, IconLink, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { FieldGroup, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import plansStylesUrl from '#app/web/admin/plans/plans.css?url'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { MoveButtons, PlansFrame, PlansNotLoaded } from './frame.tsx'
import { PLAN_TEXTS } from './texts.ts'
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
    return data({
      state: 'open' as const,
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
        ? { kind: 'edit' as const, ...edited }
        : adding
          ? { kind: 'add' as const, plan: adding.name, title: adding.displayName, text: '', icon: 'check' }
          : null,
    })
  } catch (error) {
    log.error({ err: error }, 'the features of the plans could not be read')
    return data({ state: 'failed' as const }, 503)
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

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, FeatureInput)
  if (!form.ok) return failed(PLAN_TEXTS.unreadable)
  const input = form.value
  try {
    const result = await runCommand(actor, input)
    if (result.ok) return redirectWithToast(to.admin.planFeatures, PLAN_TEXTS.updated)
    const { refusal } = result
    return refusal.kind === 'flaws'
      ? invalidForm({ ...refusal.problems }, { text: input.text, icon: input.icon })
      : failed(TEXTS[refusal.kind])
  } catch (error) {
    log.error({ err: error }, 'a feature of a plan could not be changed')
    const values = { text: input.text, icon: input.icon }
    return refuseForm({ status: 503, title: 'Error', description: PLAN_TEXTS.notUpdated }, values)
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

const TEXTS: Record<Exclude<Refusal['kind'], 'flaws'>, string> = {
  not_allowed: PLAN_TEXTS.notPermitted,
  no_such_plan: PLAN_TEXTS.gone,
  no_such_feature: PLAN_TEXTS.gone,
  too_many: `A plan has at most ${MOST_FEATURES} features.`,
  changed_meanwhile: PLAN_TEXTS.changedMeanwhile,
  at_the_end: 'This feature can’t move further.',
}

/** Errors without a form field show as a toast on the current list. */
function failed(description: string) {
  return redirectWithToast(to.admin.planFeatures, { title: 'Error', description, tone: 'error' })
}

type Page = Extract<Route.ComponentProps['loaderData'], { state: 'open' }>
type FeatureForm = NonNullable<Page['form']>

/** The features of each plan, in the order of the plans page. */
export default function Features({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const form = page.state === 'open' ? page.form : null
  return (
    <PlansFrame
      tab="Plan Features"
      panel={form && <FeaturePanel key={form.kind === 'edit' ? form.id : form.plan} form={form} answer={answer} />}
    >
      {page.state === 'failed' ? (
        <PlansNotLoaded retryHref={to.admin.planFeatures} />
      ) : (
        <>
          {/* An error of a button in the list: no form is open to show it. */}
          {form === null && <FormErrorSummary answer={answer} />}
          {page.plans.map((plan) => (
            <section key={plan.name} className="stack stack-8" aria-labelledby={`features-${plan.name}`}>
              <div className="row row-between">
                <h2 className="text-h3" id={`features-${plan.name}`}>
                  {plan.title}
                </h2>
                {plan.addHref && (
                  <LinkButton size="small" href={plan.addHref} aria-label={`Add a feature to ${plan.title}`}>
                    Add a feature
                  </LinkButton>
                )}
              </div>
              <Card rows as="ul">
                {plan.features.map((feature) => (
                  <FeatureLine key={feature.id} feature={feature} />
                ))}
                {plan.features.length === 0 && (
                  <li className="feature-row">
                    <Icon name="info" size={20} />
                    <span className="text-secondary">This plan has no features yet.</span>
                  </li>
                )}
              </Card>
            </section>
          ))}
        </>
      )}
    </PlansFrame>
  )
}

function FeatureLine({ feature }: { feature: Page['plans'][number]['features'][number] }) {
  const { id, text, icon, on, version, first, last, open } = feature
  return (
    <li className={joinClasses('feature-row', !on && 'feature-off', open && 'plan-row-open')}>
      <Icon name={icon} className="feature-icon" />
      <span className="feature-text">
        {text}
        {!on && <Chip small>Off</Chip>}
      </span>
      <span className="feature-buttons">
        <Form method="post" action={to.admin.planFeatures} preventScrollReset>
          <input type="hidden" name="feature" value={id} />
          <input type="hidden" name="version" value={version} />
          <MoveButtons title={text} first={first} last={last} name="intent" />
          <Button
            size="small"
            name="intent"
            value={on ? 'off' : 'on'}
            aria-label={`Switch ${on ? 'off' : 'on'}: ${text}`}
          >
            {on ? 'Switch off' : 'Switch on'}
          </Button>
        </Form>
        <IconLink icon="pencil" label={`Edit: ${text}`} href={`${to.admin.planFeatures}?edit=${id}`} />
      </span>
    </li>
  )
}

function FeaturePanel({ form, answer }: { form: FeatureForm; answer: FormAnswer | undefined }) {
  const pending = useNavigation().state === 'submitting'
  const { error, value, field } = readAnswer(answer)
  const icon = value('icon', form.icon)
  const action =
    form.kind === 'edit' ? `${to.admin.planFeatures}?edit=${form.id}` : `${to.admin.planFeatures}?add=${form.plan}`
  return (
    <WorkPanel
      title={form.kind === 'edit' ? 'Edit feature' : `New feature for ${form.title}`}
      note="Fans see changes immediately"
      closeHref={to.admin.planFeatures}
    >
      <Form method="post" action={action} className="stack stack-16" noValidate>
        <FormErrorSummary answer={answer} />
        {form.kind === 'edit' ? (
          <>
            <input type="hidden" name="feature" value={form.id} />
            <input type="hidden" name="version" value={form.version} />
          </>
        ) : (
          <input type="hidden" name="plan" value={form.plan} />
        )}
        <TextField label="Text" maxLength={60} autoComplete="off" {...field('text', form.text)} />
        <FieldGroup label="Icon" name="icon" error={error('icon')}>
          <div className="icon-choices">
            {Object.entries(FEATURE_ICONS).map(([name, label]) => (
              <label key={name} className="icon-choice">
                <input type="radio" name="icon" value={name} defaultChecked={name === icon} />
                <Icon name={name as FeatureIcon} />
                {label}
              </label>
            ))}
          </div>
        </FieldGroup>
        <div className="work-panel-foot">
          <Button
            variant="primary"
            name="intent"
            value={form.kind === 'edit' ? 'message' : 'add'}
            pending={pending}
            pendingLabel="Saving..."
          >
            {form.kind === 'edit' ? 'Save feature' : 'Add feature'}
          </Button>
          <LinkButton href={to.admin.planFeatures}>Cancel</LinkButton>
        </div>
      </Form>
    </WorkPanel>
  )
}
