import type { ReactNode } from 'react'
import { IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'

/** A list with the open item beside it; on a narrow screen the item replaces the list. */
export function Workbench({
  className,
  panel,
  children,
}: {
  className?: string
  /** The open item; null if none is open. */
  panel: ReactNode
  children: ReactNode
}) {
  return (
    <div className={joinClasses('workbench', panel !== null && 'workbench-open', className)}>
      <div className="workbench-list stack stack-16">{children}</div>
      {panel !== null && <div className="workbench-side">{panel}</div>}
    </div>
  )
}

type WorkPanelProps = {
  /** The accessible name, where the title alone is not enough. */
  label?: string
  leading?: ReactNode
  title: ReactNode
  note: ReactNode
  /** A third line under the note. */
  caption?: ReactNode
  closeHref: string
  children: ReactNode
}

/** The open item of a list: its head with a link that closes it, then its content. */
export function WorkPanel({ label, leading, title, note, caption, closeHref, children }: WorkPanelProps) {
  return (
    <aside className="work-panel" aria-label={label ?? (typeof title === 'string' ? title : undefined)}>
      <div className="row row-top">
        {leading}
        <div className="grow">
          <h2 className="text-h1-small">{title}</h2>
          <p className="text-muted">{note}</p>
          {caption && <p className="text-caption">{caption}</p>}
        </div>
        <IconLink icon="x" label="Close" href={closeHref} />
      </div>
      {children}
    </aside>
  )
}

/** A search in a list; it keeps the current filter. */
export function ListSearch({
  action,
  filter,
  label,
  value,
}: {
  action: string
  filter: string
  label: string
  value: string
}) {
  return (
    <form method="get" action={action} className="input list-search" role="search">
      <input type="hidden" name="filter" value={filter} />
      <Icon name="search" size={20} />
      <input type="search" name="find" placeholder={label} aria-label={label} defaultValue={value} />
    </form>
  )
}
