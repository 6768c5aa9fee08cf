import type { ReactNode } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'

export type StatProps = {
  icon?: IconName
  label: string
  /** A text is an amount of money. */
  value: number | string | { text: ReactNode }
  note: ReactNode
  /** Whether it is overdue: shows an icon beside the note. */
  late?: boolean
  href?: string
}

/** A figure on a tile, which leads to its page. */
export function Stat({ icon, label, value, note, late = false, href }: StatProps) {
  const inside = (
    <>
      <span className="admin-stat-label">
        {icon && <Icon name={icon} size={20} />}
        {label}
      </span>
      {typeof value === 'object' ? (
        <span className="text-h3">{value.text}</span>
      ) : (
        <span className={joinClasses('admin-stat-value', typeof value === 'string' && 'admin-stat-value-money')}>
          {typeof value === 'number' ? value.toLocaleString('en-GB') : value}
        </span>
      )}
      <span className={joinClasses('admin-stat-note', late && 'admin-stat-late')}>
        {late && <Icon name="clock" size={16} />}
        {note}
      </span>
    </>
  )
  return (
    <li className="card card-tile">
      {href ? (
        <a className="admin-stat" href={href}>
          {inside}
        </a>
      ) : (
        <div className="admin-stat">{inside}</div>
      )}
    </li>
  )
}
