import { WORKING_FEATURES } from '#app/domain/settings/features.ts'
import { data, Form } from 'react-router'
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
import { toAdmin } from '#app/admin-links.ts'
import { withQuery } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import { IconLink, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { FieldGroup, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import plansStylesUrl from '#app/web/admin/plans/plans.css?url'
import { decisionOf } from '#app/web/admin/review-queue/queue.ts'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { usePending } from '#app/web/components/use-pending.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { MoveButtons, PanelFoot, PlansFrame, PlansNotLoaded, readVersion, SwitchButton } from './frame.tsx'
import { PLAN_TEXTS } from './texts.ts'
import type { Route } from './+types/features'

export const handle = staffForm('Plan features', 'plans.manage')

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: plansStylesUrl }]

const FEATURE_DECISIONS = ['text', 'place', 'switch'] as const
type FeatureDecision = (typeof FEATURE_DECISIONS)[number]
/** A feature's text, its place and whether it is shown have addresses of their own. */
type Params = { featureId?: string }

export async function loader({ url, params }: Route.LoaderArgs) {
  const { featureId }: Params = params
  const editing = decisionOf(url, FEATURE_DECISIONS) === 'text'
  try {
    const [stored, features] = await Promise.all([listStoredPlans(), listStoredFeatures()])
    const plans = stored.filter(({ retiredAt }) => retiredAt === null)
    const edited = features.find(({ id }) => editing && id === featureId)
    const adding = plans.find(({ name }) => name === url.searchParams.get('add'))
    return data({
      state: 'open' as const,
      plans: plans.map((plan) => {
        const own = features.filter(({ planId }) => planId === plan.id)
        return {
          name: plan.name,
          title: plan.displayName,
          addHref: own.length < MOST_FEATURES ? additionOf(plan.name) : null,
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
  const { id, text, icon, on, needs, version } = feature
  return {
    id,
    text,
    icon: isFeatureIcon(icon) ? icon : ('check' as const),
    on,
    waits: needs !== null && !WORKING_FEATURES.has(needs),
    version,
    first: index === 0,
    last: index === count - 1,
    open: id === edited,
  }
}

const additionOf = (plan: string): string => withQuery(toAdmin.planFeatures, { add: plan })

const FeatureInput = z.object({
  version: z.string().default(''),
  text: z.string().default(''),
  icon: z.string().max(60).default(''),
  direction: z.enum(['up', 'down']).optional(),
  on: z.enum(['on', 'off']).optional(),
})
type Input = z.infer<typeof FeatureInput>

/** Adds a feature to the plan of the address; below a feature, changes it. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const { featureId = '' }: Params = params
  const decision = decisionOf(url, FEATURE_DECISIONS)
  const form = await parseForm(request, FeatureInput)
  if (!form.ok) return failed(PLAN_TEXTS.unreadable)
  const { text, icon } = form.value
  try {
    const result = decision
      ? await change(actor, decision, featureId, form.value)
      : await addPlanFeature(actor, { plan: url.searchParams.get('add') ?? '', text, icon })
    if (result === null) return failed(PLAN_TEXTS.unreadable)
    if (result.ok) return redirectWithToast(toAdmin.planFeatures, PLAN_TEXTS.updated)
    const { refusal } = result
    return refusal.kind === 'flaws' ? invalidForm({ ...refusal.problems }, { text, icon }) : failed(TEXTS[refusal.kind])
  } catch (error) {
    log.error({ err: error }, 'a feature of a plan could not be changed')
    return refuseForm({ status: 503, title: 'Error', description: PLAN_TEXTS.notUpdated }, { text, icon })
  }
}

type Refusal = AddFeatureRefusal | ChangeFeatureRefusal | MoveFeatureRefusal

/** Null for a form without the choice that it is about. */
function change(
  actor: Actor,
  decision: FeatureDecision,
  featureId: string,
  { version: shown, text, icon, direction, on }: Input,
): Promise<Result<unknown, Refusal>> | null {
  const version = readVersion(shown)
  switch (decision) {
    case 'text':
      return changePlanFeature(actor, { featureId, version, change: { kind: 'message', text, icon } })
    case 'switch':
      return on ? changePlanFeature(actor, { featureId, version, change: { kind: 'switch', on: on === 'on' } }) : null
    case 'place':
      return direction ? movePlanFeature(actor, { featureId, version, direction }) : null
    default:
      return unreachable(decision)
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
  return redirectWithToast(toAdmin.planFeatures, { title: 'Error', description, tone: 'error' })
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
        <PlansNotLoaded retryHref={toAdmin.planFeatures} />
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
  const { id, text, icon, on, waits, version, first, last, open } = feature
  return (
    <li className={joinClasses('feature-row', !on && 'feature-off', open && 'plan-row-open')}>
      <Icon name={icon} className="feature-icon" />
      <span className="feature-text">
        {text}
        {!on && <Chip small>Off</Chip>}
        {on && waits && <Chip small>Shown once it works</Chip>}
      </span>
      <span className="feature-buttons">
        <Form method="post" action={toAdmin.planFeature(id, 'place')} preventScrollReset>
          <input type="hidden" name="version" value={version} />
          <MoveButtons title={text} first={first} last={last} />
        </Form>
        <Form method="post" action={toAdmin.planFeature(id, 'switch')} preventScrollReset>
          <input type="hidden" name="version" value={version} />
          <SwitchButton title={text} on={on} />
        </Form>
        <IconLink icon="pencil" label={`Edit: ${text}`} href={toAdmin.planFeature(id, 'text')} />
      </span>
    </li>
  )
}

function FeaturePanel({ form, answer }: { form: FeatureForm; answer: FormAnswer | undefined }) {
  const { error, value, field } = readAnswer(answer)
  const icon = value('icon', form.icon)
  const action = form.kind === 'edit' ? toAdmin.planFeature(form.id, 'text') : additionOf(form.plan)
  const pending = usePending(action)
  return (
    <WorkPanel
      title={form.kind === 'edit' ? 'Edit feature' : `New feature for ${form.title}`}
      note="Fans see changes immediately"
      closeHref={toAdmin.planFeatures}
    >
      <Form method="post" action={action} className="stack stack-16" noValidate>
        <FormErrorSummary answer={answer} />
        {form.kind === 'edit' && <input type="hidden" name="version" value={form.version} />}
        <TextField label="Text" limit={60} autoComplete="off" {...field('text', form.text)} />
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
        <PanelFoot pending={pending} pendingLabel="Saving..." cancelHref={toAdmin.planFeatures}>
          {form.kind === 'edit' ? 'Save feature' : 'Add feature'}
        </PanelFoot>
      </Form>
    </WorkPanel>
  )
}
