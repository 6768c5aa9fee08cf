import type { ReactNode } from 'react'
import { Avatar } from '#app/ui/avatar.tsx'
import { ListRow } from '#app/ui/card.tsx'
import { type Status, StatusChip } from '#app/ui/chip.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'

type MoneyRowProps = { row: { href: string; title: string; about: string; amount: string | null; status: Status } }

/** A row about an amount: what it is for, the amount and the status. */
export function MoneyRow({ row }: MoneyRowProps) {
  return (
    <ListRow
      className="list-row-wraps"
      href={row.href}
      title={row.title}
      meta={row.about}
      trailing={
        <span className="queue-row-end">
          {row.amount && (
            <span className="money" translate="no">
              {row.amount}
            </span>
          )}
          <StatusChip status={row.status} small />
        </span>
      }
    />
  )
}

/** A person with an avatar, a name and a line below. */
export function RowPerson({ name, avatar, about, size = 32 }: PersonProps) {
  return (
    <span className="row work-row-person">
      <Avatar name={name} src={avatar} size={size} />
      <span className="stack work-row-names">
        <span className="text-h3" translate="no">
          {name}
        </span>
        {about && (
          <span className="text-caption money" translate="no">
            {about}
          </span>
        )}
      </span>
    </span>
  )
}
type PersonProps = { name: string; avatar: string | null; about?: string; size?: 32 | 40 }

/** A row about a person; its further columns are the page's. */
export function PersonRow({
  className,
  href,
  children,
  ...person
}: PersonProps & { className: string; href: string; children: ReactNode }) {
  return (
    <a className={joinClasses('work-row', className)} href={href}>
      <RowPerson {...person} />
      {children}
    </a>
  )
}
