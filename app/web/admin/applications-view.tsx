import type { ReactNode } from 'react'
import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, FilterChip, FilterChips, type Tone } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { ListSearch, Workbench } from '#app/web/admin/workbench.tsx'

export type ApplicationListRow = {
  id: string
  href: string
  open: boolean
  name: string
  about: string
  avatar: string | null
  status: { tone: Tone; icon: IconName; text: string }
  waiting: { text: string; overdue: boolean } | null
  claimedBy: string | null
  mine: boolean
}

type ApplicationsViewProps = {
  filter: string
  find: string
  filters: { name: string; count: number; active: boolean; href: string }[]
  rows: ApplicationListRow[]
  decided: {
    id: string
    href: string
    name: string
    avatar: string | null
    by: string
    decision: 'approved' | 'changes_requested' | 'rejected'
    message: string
  }[]
  /** Whether a creator is open: beside the list, or instead of it on a narrow screen. */
  open: boolean
  children: ReactNode
}

const HEADINGS: Record<string, string> = {
  pending: 'Pending applications',
  active: 'Active creators',
  suspended: 'Suspended creators',
}
const FILTER_NAMES: Record<string, string> = {
  all: 'All',
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
}

/** The creator list for reviewers: filters, waiting times, today's decisions, and the open creator. */
export function ApplicationsView({ filter, find, filters, rows, decided, open, children }: ApplicationsViewProps) {
  return (
    <Workbench panel={open ? children : null}>
      <div className="row row-between row-wrap">
        <div>
          <h1 className="text-h1-small">{HEADINGS[filter] ?? 'Peaches'}</h1>
          <p className="text-muted">Usually decided within 1 hour, at most 48 hours</p>
        </div>
        <ListSearch action={to.admin.applications} filter={filter} label="Find a creator" value={find} />
      </div>
      <FilterChips wrap="wide" label="Which creators">
        {filters.map((one) => (
          <FilterChip key={one.name} href={one.href} active={one.active}>
            {FILTER_NAMES[one.name]} <span className="filter-count">{one.count}</span>
          </FilterChip>
        ))}
      </FilterChips>
      <Rows filter={filter} find={find} rows={rows} />
      {decided.length > 0 && <Decided decided={decided} />}
    </Workbench>
  )
}

function Rows({ filter, find, rows }: { filter: string; find: string; rows: ApplicationListRow[] }) {
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState icon="badge-check" heading="h2" compact title={find ? 'No creators match' : 'No creators here'}>
          {find
            ? 'Try a part of the name or username.'
            : filter === 'pending'
              ? 'All applications are decided.'
              : 'No creator has this status now.'}
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <Card>
        <div className="work-row work-row-head peach-row" aria-hidden="true">
          <span>Creator</span>
          <span>Status</span>
          <span className="peach-waiting">Waiting</span>
          <span className="work-row-wide peach-claim">Claimed by</span>
        </div>
        <ul className="card-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <a
                className={joinClasses('work-row peach-row', row.open && 'work-row-open')}
                href={row.href}
                aria-current={row.open ? 'true' : undefined}
              >
                <span className="row work-row-person">
                  <Avatar name={row.name} src={row.avatar} size={40} />
                  <span className="stack stack-4 peach-names">
                    <span className="text-h3">{row.name}</span>
                    <span className="text-caption">{row.about}</span>
                  </span>
                </span>
                <span>
                  <Chip tone={row.status.tone} icon={row.status.icon} small>
                    {row.status.text}
                  </Chip>
                </span>
                <span className={joinClasses('peach-waiting money', row.waiting?.overdue && 'text-danger')}>
                  {row.waiting?.text}
                </span>
                <span className="work-row-wide peach-claim text-secondary">
                  {row.waiting && (row.claimedBy ?? 'Nobody')}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </Card>
      {filter === 'pending' && (
        <p className="text-muted row">
          <Icon name="info" size={20} /> Oldest first. Opening an application reserves it for you for 15 minutes.
        </p>
      )}
    </>
  )
}

const DECISIONS = {
  approved: { tone: 'success', icon: 'circle-check', text: 'Approved' },
  changes_requested: { tone: 'warning', icon: 'refresh-cw', text: 'To fix' },
  rejected: { tone: 'danger', icon: 'circle-x', text: 'Rejected' },
} as const

function Decided({ decided }: { decided: ApplicationsViewProps['decided'] }) {
  return (
    <section className="stack stack-8" aria-labelledby="decided">
      <h2 className="text-h2" id="decided">
        Decided today
      </h2>
      <Card>
        <ul className="card-rows">
          {decided.map((one) => {
            const { tone, icon, text } = DECISIONS[one.decision]
            return (
              <li key={one.id}>
                <a className="work-row peach-row peach-decided" href={one.href}>
                  <span className="row work-row-person">
                    <Avatar name={one.name} src={one.avatar} size={32} />
                    <span className="text-h3">{one.name}</span>
                  </span>
                  <span>
                    <Chip tone={tone} icon={icon} small>
                      {text}
                    </Chip>
                  </span>
                  <span className="peach-by text-muted">{one.by}</span>
                </a>
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}
