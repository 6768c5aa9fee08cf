import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Outlet } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ListSearch, ListTitle, Workbench } from '#app/web/admin/workbench.tsx'
import type { QueuePage, ShownQueue } from './queue.ts'
import { useQueueKeys } from './use-queue-keys.ts'

/** `open`: it is shown beside the list. */
type QueueRow = { id: string; open: boolean }

type ReviewQueueProps<Row> = {
  queue: ShownQueue
  page: QueuePage<Row>
  /** The title, where it depends on the filter. */
  title?: string
  note: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** The heads of the columns, on a wide screen. */
  head?: ReactNode
  renderRow: (row: Row) => ReactNode
  /** An item is open: its route stands beside the list. Any other route below the queue is a dialog over it. */
  open: boolean
  /** Above the chips and below the list. */
  above?: ReactNode
  below?: ReactNode
}

/** A list for staff with its filters, search, order and pages, and the open item beside it (its own page on a phone). */
export function ReviewQueue<Row extends QueueRow>(props: ReviewQueueProps<Row>) {
  const { queue, page, title = queue.title, note, actions, open, above, below } = props
  const list = useRef<HTMLDivElement>(null)
  useQueueKeys(list)
  return (
    <>
      <Workbench panel={open ? <Outlet /> : null}>
        <div className="stack stack-16" ref={list}>
          <div className="row row-between row-wrap">
            <div>
              <ListTitle itemOpen={open}>{title}</ListTitle>
              <p className="text-muted">{note}</p>
            </div>
            {actions && <span className="row row-wrap">{actions}</span>}
            <ListSearch action={queue.path} filter={page.filter} label={`Find a ${queue.one}`} value={page.find} />
          </div>
          {above}
          <FilterChips wrap="wide" label={`Which ${queue.many}`}>
            {page.chips.map((chip) => (
              <FilterChip key={chip.label} href={chip.href} active={chip.active}>
                {chip.label} <span className="filter-count">{chip.count}</span>
              </FilterChip>
            ))}
          </FilterChips>
          {page.rows.length === 0 ? <NoRows queue={queue} page={page} /> : <Rows {...props} />}
          {below}
        </div>
      </Workbench>
      {!open && <Outlet />}
    </>
  )
}

function NoRows({ queue: { one, many, empty, searchTip }, page }: { queue: ShownQueue; page: QueuePage<unknown> }) {
  const [title, text] =
    page.find === ''
      ? [empty.title ?? `No ${many}`, empty.at?.[page.filter] ?? empty.text ?? `No ${one} has this status now.`]
      : [`No ${many} match`, searchTip]
  return (
    <Card>
      <EmptyState icon={empty.icon} title={title} compact>
        {text}
      </EmptyState>
    </Card>
  )
}

function Rows<Row extends QueueRow>({ page, head, renderRow }: ReviewQueueProps<Row>) {
  return (
    <>
      <Card>
        {head}
        <ul className="card-rows" data-queue-rows>
          {page.rows.map((one) => (
            <li key={one.id} className={joinClasses(one.open && 'queue-row-open')} aria-current={one.open || undefined}>
              {renderRow(one)}
            </li>
          ))}
        </ul>
      </Card>
      <div className="row row-between row-wrap">
        <span className="row row-wrap">
          {page.firstHref && <LinkButton href={page.firstHref}>First page</LinkButton>}
          {page.nextHref && <LinkButton href={page.nextHref}>Next page</LinkButton>}
        </span>
        {page.rows.length > 1 && (
          <a className="link link-target" href={page.order.href}>
            {page.order.label}
          </a>
        )}
      </div>
      <Keyboard />
    </>
  )
}

/** Shown where script runs and there is a keyboard. */
function Keyboard() {
  if (!useHydrated()) return null
  return (
    <p className="queue-keys text-caption">
      Keyboard: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>Enter</kbd> opens, <kbd>/</kbd> search
    </p>
  )
}
