import { type ReactNode, useEffect, useRef } from 'react'
import { IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

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

/** The title of a list: of the page, unless an open item beside it is what the page is about. */
export function ListTitle({ itemOpen, children }: { itemOpen: boolean; children: ReactNode }) {
  const Heading = itemOpen ? 'h2' : 'h1'
  return <Heading className="text-h1-small">{children}</Heading>
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

/** The open item of a list: its head with a link that closes it, then its content. Opened by a click, it gets the focus. */
export function WorkPanel({ label, leading, title, note, caption, closeHref, children }: WorkPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const loaded = useRef(useHydrated())
  useEffect(() => {
    if (loaded.current) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside className="work-panel" aria-label={label ?? (typeof title === 'string' ? title : undefined)}>
      <div className="row row-top">
        {leading}
        <div className="grow">
          <h1 className="text-h1-small" tabIndex={-1} ref={heading}>
            {title}
          </h1>
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
