import type { ReactNode } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { IconLink, LinkButton } from '#app/ui/button.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Tabs } from '#app/ui/segmented.tsx'
import { PLAN_TEXTS } from './texts.ts'

export const PLANS_HOME = '/admin/plans'
const TABS = [
  { label: 'Subscription Plans', href: PLANS_HOME },
  { label: 'Plan Features', href: `${PLANS_HOME}/features` },
  { label: 'Promo Codes', href: `${PLANS_HOME}/promo-codes` },
]

export type PlansTab = 'Subscription Plans' | 'Plan Features' | 'Promo Codes'

/** The three tabs of the plans; what is being edited stands beside the list, or in its place on a narrow screen. */
export function PlansFrame({ tab, panel, children }: { tab: PlansTab; panel: ReactNode; children: ReactNode }) {
  return (
    <div className={joinClasses('plans', panel !== null && 'plans-open')}>
      <div className="plans-list stack stack-16">
        <h1 className="text-h1-small">Plans</h1>
        <Tabs label="Plans" tabs={TABS.map(({ label, href }) => ({ label, href, active: label === tab }))} />
        {children}
      </div>
      {panel}
    </div>
  )
}

/** The panel of what is being edited. */
export function PlansPanel({
  title,
  note,
  closeHref,
  children,
}: {
  title: string
  note: string
  closeHref: string
  children: ReactNode
}) {
  return (
    <aside className="plans-panel stack stack-16" aria-label={title}>
      <div className="row row-top">
        <div className="grow">
          <h2 className="text-h1-small">{title}</h2>
          <p className="text-muted">{note}</p>
        </div>
        <IconLink icon="x" label="Close" href={closeHref} />
      </div>
      {children}
    </aside>
  )
}

/** Said where the database can't be read. */
export function PlansNotLoaded({ retryHref }: { retryHref: string }) {
  return (
    <Banner tone="danger" title={PLAN_TEXTS.notLoaded.title} action={<LinkButton href={retryHref}>Retry</LinkButton>}>
      {PLAN_TEXTS.notLoaded.description}
    </Banner>
  )
}
