import type { ReactNode } from 'react'
import { toAdmin } from '#app/admin-links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, IconButton, LinkButton } from '#app/ui/button.tsx'
import { Tabs } from '#app/ui/segmented.tsx'
import { ListTitle, Workbench } from '#app/web/admin/workbench.tsx'
import { PLAN_TEXTS } from './texts.ts'

/** The version in a form; -1, which no plan has, where it can't be read. */
export function readVersion(text: unknown): number {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : -1
}

const TABS = [
  { label: 'Subscription Plans', href: toAdmin.plans },
  { label: 'Plan Features', href: toAdmin.planFeatures },
  { label: 'Promo Codes', href: toAdmin.promoCodes },
]

export type PlansTab = 'Subscription Plans' | 'Plan Features' | 'Promo Codes'

/** The three tabs of the plans. The edit form is beside the list, or replaces it on a narrow screen. */
export function PlansFrame({ tab, panel, children }: { tab: PlansTab; panel: ReactNode; children: ReactNode }) {
  return (
    <Workbench className="plans" panel={panel}>
      <ListTitle itemOpen={panel !== null}>Plans</ListTitle>
      <Tabs compact label="Plans" tabs={TABS.map(({ label, href }) => ({ label, href, active: label === tab }))} />
      {children}
    </Workbench>
  )
}

/** Shown when the plans can't be read from the database. */
export function PlansNotLoaded({ retryHref }: { retryHref: string }) {
  return (
    <Banner
      tone="danger"
      title={PLAN_TEXTS.notLoaded.title}
      action={<LinkButton href={retryHref}>Try again</LinkButton>}
    >
      {PLAN_TEXTS.notLoaded.description}
    </Banner>
  )
}

type PanelFootProps = { pending: boolean; pendingLabel: string; cancelHref: string; children: ReactNode }

/** The buttons below the form of a panel: what it does, and Cancel. */
export function PanelFoot({ pending, pendingLabel, cancelHref, children }: PanelFootProps) {
  return (
    <div className="work-panel-foot">
      <Button variant="primary" pending={pending} pendingLabel={pendingLabel}>
        {children}
      </Button>
      <LinkButton href={cancelHref}>Cancel</LinkButton>
    </div>
  )
}

/** The props of the text fields of a form, each with what was typed and its mistake. */
export function typedFields<Name extends string>(
  typed: Readonly<Record<Name, string>>,
  errorOf: (field: string) => string | undefined,
) {
  return (name: Name) => ({ name, defaultValue: typed[name], error: errorOf(name), autoComplete: 'off' })
}

const NO_MOVE = <span className="no-move" />

type MoveButtonsProps = { title: string; first: boolean; last: boolean }

/** The buttons of a form that move a row among the others, each at the same place in every row. */
export function MoveButtons({ title, first, last }: MoveButtonsProps) {
  const shared = { type: 'submit', icon: 'chevron-down', name: 'direction' } as const
  return (
    <>
      {first ? NO_MOVE : <IconButton {...shared} className="button-up" label={`Move up: ${title}`} value="up" />}
      {last ? NO_MOVE : <IconButton {...shared} label={`Move down: ${title}`} value="down" />}
    </>
  )
}

/** The button of a form that switches something on or off. */
export function SwitchButton({ title, on }: { title: string; on: boolean }) {
  const next = on ? 'off' : 'on'
  return (
    <Button size="small" name="on" value={next} aria-label={`Switch ${next}: ${title}`}>
      {`Switch ${next}`}
    </Button>
  )
}
