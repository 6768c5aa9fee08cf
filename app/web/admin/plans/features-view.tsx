import { Form, useNavigation } from 'react-router'
import { FEATURE_ICONS, type FeatureIcon } from '#app/domain/subscriptions/feature-edit.ts'
import { to } from '#app/links.ts'
import { Button, IconLink, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FieldGroup, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { IconButton } from '#app/ui/button.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { PlansFrame, PlansNotLoaded } from './frame.tsx'

type FeatureRow = {
  id: string
  text: string
  icon: FeatureIcon
  on: boolean
  version: number
  first: boolean
  last: boolean
  open: boolean
}

type FeatureForm =
  | { kind: 'edit'; id: string; version: number; text: string; icon: string }
  | { kind: 'add'; plan: string; title: string; text: string; icon: string }

export type FeaturesPage =
  | { state: 'failed' }
  | {
      state: 'open'
      plans: { name: string; title: string; addHref: string | null; features: FeatureRow[] }[]
      form: FeatureForm | null
    }

type Answer = { text: string; icon: string; errors: { fieldId?: string; message: string }[]; title?: string }

/** The features of each plan, in the order of the plans page. */
export function FeaturesView({ page, answer }: { page: FeaturesPage; answer: Answer | null }) {
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
          {form === null && answer && <ErrorSummary errors={answer.errors} title={answer.title} />}
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

function FeatureLine({ feature }: { feature: FeatureRow }) {
  const { id, text, icon, on, version, first, last, open } = feature
  return (
    <li className={joinClasses('feature-row', !on && 'feature-off', open && 'plan-row-open')}>
      <Icon name={icon} className="feature-icon" />
      <span className="feature-text">
        {text}
        {!on && <Chip small>Off</Chip>}
      </span>
      <span className="feature-acts">
        <Form method="post" action={to.admin.planFeatures} preventScrollReset>
          <input type="hidden" name="feature" value={id} />
          <input type="hidden" name="version" value={version} />
          {!first && (
            <IconButton
              type="submit"
              icon="chevron-down"
              className="button-up"
              label={`Move up: ${text}`}
              name="intent"
              value="up"
            />
          )}
          {!last && (
            <IconButton type="submit" icon="chevron-down" label={`Move down: ${text}`} name="intent" value="down" />
          )}
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

function FeaturePanel({ form, answer }: { form: FeatureForm; answer: Answer | null }) {
  const pending = useNavigation().state === 'submitting'
  const { text, icon } = answer ?? form
  const errorOf = (field: string) => answer?.errors.find(({ fieldId }) => fieldId === field)?.message
  const action =
    form.kind === 'edit' ? `${to.admin.planFeatures}?edit=${form.id}` : `${to.admin.planFeatures}?add=${form.plan}`
  return (
    <WorkPanel
      title={form.kind === 'edit' ? 'Edit feature' : `New feature for ${form.title}`}
      note="Fans see changes immediately"
      closeHref={to.admin.planFeatures}
    >
      <Form method="post" action={action} className="stack stack-16" noValidate>
        {answer && <ErrorSummary errors={answer.errors} title={answer.title} />}
        {form.kind === 'edit' ? (
          <>
            <input type="hidden" name="feature" value={form.id} />
            <input type="hidden" name="version" value={form.version} />
          </>
        ) : (
          <input type="hidden" name="plan" value={form.plan} />
        )}
        <TextField
          label="Text"
          name="text"
          maxLength={60}
          autoComplete="off"
          defaultValue={text}
          error={errorOf('text')}
        />
        <FieldGroup label="Icon" name="icon" error={errorOf('icon')}>
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
