import type { ReactNode } from 'react'
import { IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'

/** A list with what is open of it beside; on a narrow screen the open one stands in the list's place. */
export function Workbench({
  className,
  panel,
  children,
}: {
  className?: string
  /** What is open; null where the list stands alone. */
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
  /** How the panel is called where its title alone says too little. */
  label?: string
  leading?: ReactNode
  title: ReactNode
  note: ReactNode
  /** A third line under the note. */
  caption?: ReactNode
  closeHref: string
  children: ReactNode
}

/** What is open of a list: its head with the way back, then whatever stands in it. */
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

/** A search among the rows of a list; it keeps the filter in force. */
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
    <form method="get" action={action} className="list-search" role="search">
      <input type="hidden" name="filter" value={filter} />
      <Icon name="search" size={20} />
      <input type="search" name="find" placeholder={label} aria-label={label} defaultValue={value} />
    </form>
  )
}
