import { Form } from 'react-router'
import { toAdmin } from '#app/admin-links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Section } from '#app/ui/section.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { MoveButtons, PlansFrame, PlansNotLoaded } from './frame.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { PLAN_TEXTS } from './texts.ts'
import type { Route } from './+types/plans'

export type PlansPage = Route.ComponentProps['loaderData']
type Page = Extract<PlansPage, { state: 'open' }>
type PlanRow = Page['rows'][number]

/** The plans on sale, warnings about their prices, and the latest changes. */
export function PlansView({ page, answer }: { page: PlansPage; answer: FormAnswer | undefined }) {
  const form = page.state === 'open' ? page.form : null
  return (
    <PlansFrame
      tab="Subscription Plans"
      panel={
        form && (
          <PlanPanel key={form.kind === 'edit' ? `${form.plan} ${form.version}` : 'new'} form={form} answer={answer} />
        )
      }
    >
      {page.state === 'failed' ? (
        <PlansNotLoaded retryHref={toAdmin.plans} />
      ) : (
        <>
          {/* One primary button a screen: with a form open, it is the form's. */}
          {!form && !page.full && (
            <LinkButton className="plans-new" variant="primary" icon="ticket" href={`${toAdmin.plans}?new=1`}>
              New plan
            </LinkButton>
          )}
          {page.full && <p className="text-secondary">{PLAN_TEXTS.tooMany}</p>}
          <ol className="stack stack-12">
            {page.rows.map((row) => (
              <PlanItem key={row.name} row={row} />
            ))}
          </ol>
          {/* The form of the open plan shows its own warning for the typed prices. */}
          {page.gaps
            .filter(({ name }) => form?.kind !== 'edit' || name !== form.plan)
            .map((gap) => (
              <Banner
                key={gap.name}
                tone="warning"
                icon="triangle-exclamation-point"
                title={gap.title}
                action={
                  <LinkButton
                    size="small"
                    icon="sliders-horizontal"
                    href={`${toAdmin.settings}?change=shillingsPerDollar`}
                  >
                    Change rate
                  </LinkButton>
                }
              >
                {gap.text}
              </Banner>
            ))}
          {page.retired.length > 0 && <Retired plans={page.retired} />}
          <LastChanges changes={page.changes} />
        </>
      )}
    </PlansFrame>
  )
}

/** A plan with the buttons of its place among the others. */
function PlanItem({ row }: { row: PlanRow }) {
  return (
    <li className="plan-item">
      <PlanCardRow row={row} />
      {!(row.first && row.last) && (
        <Form method="post" action={toAdmin.planPlace(row.name)} className="plan-order" preventScrollReset>
          <input type="hidden" name="version" value={row.version} />
          <MoveButtons title={row.title} first={row.first} last={row.last} />
        </Form>
      )}
    </li>
  )
}

function PlanCardRow({ row }: { row: PlanRow }) {
  return (
    <a
      className={joinClasses('card plan-row', row.open && 'plan-row-open')}
      href={row.href}
      aria-current={row.open ? 'true' : undefined}
    >
      <span className="plan-row-text">
        <span className="row row-wrap">
          <span className="text-h2">{row.title}</span>
          <Chip tone={row.active ? 'success' : 'neutral'} icon={row.active ? 'circle-check' : 'eye-off'} small>
            {row.active ? 'Active' : 'Off'}
          </Chip>
          {row.featured && (
            <Chip tone="accent" icon="sparkles" small>
              Featured
            </Chip>
          )}
          {row.discounted && (
            <Chip tone="accent" icon="badge-percent" small>
              {row.discounted}
            </Chip>
          )}
          {row.restricted && (
            <Chip tone="info" icon="map-pin" small>
              {row.restricted}
            </Chip>
          )}
        </span>
        <span className="text-muted">{row.about}</span>
      </span>
      <span className="plan-row-prices">
        <span className="text-h3 money" translate="no">
          {row.price}
        </span>
        <span className="text-muted money" translate="no">
          {row.priceUsd}
        </span>
      </span>
      <Icon name="chevron-right" size={20} className="plan-row-icon" />
    </a>
  )
}

function Retired({ plans }: { plans: Page['retired'] }) {
  return (
    <Section card gap="stack-12" id="retired-plans" title="Retired plans" size="h3">
      <ul className="stack stack-8">
        {plans.map((plan) => (
          <li key={plan.name}>
            <p>{plan.title}</p>
            <p className="text-muted">{plan.about}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function LastChanges({ changes }: { changes: Page['changes'] }) {
  return (
    <Section card gap="stack-12" id="last-changes" title="Last changes" size="h3">
      {changes.length === 0 ? (
        <p className="text-secondary">No changes yet.</p>
      ) : (
        <ul className="plan-changes">
          {changes.map((change) => (
            <li key={change.id}>
              <span className="text-muted money" translate="no">
                {change.when}
              </span>
              <span>{change.by}</span>
              <span>{change.summary}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
