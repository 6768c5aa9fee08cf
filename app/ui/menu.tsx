import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { useClosingDetails } from './use-closing-details.ts'

type MenuProps = {
  /** What the button shows. */
  summary: ReactNode
  /** The accessible name. */
  label: string
  children: ReactNode
}

/** A menu that is a `details` element: it opens without script. With script, Esc and a press outside close it. */
export function Menu({ summary, label, children }: MenuProps) {
  const menu = useClosingDetails()
  return (
    <details className="menu" ref={menu}>
      <summary>
        {summary}
        <span className="visually-hidden">{label}</span>
      </summary>
      <div className="menu-items">{children}</div>
    </details>
  )
}

/** A link in a menu. */
export function MenuLink({ href, icon, children }: { href: string; icon: IconName; children: ReactNode }) {
  return (
    <a className="menu-item" href={href}>
      <Icon name={icon} size={20} />
      {children}
    </a>
  )
}

/** A button in a menu; put it into a form. */
export function MenuButton({
  icon,
  pending = false,
  children,
}: {
  icon: IconName
  pending?: boolean
  children: ReactNode
}) {
  return (
    <button className="menu-item" type="submit" aria-disabled={pending || undefined}>
      <Icon name={icon} size={20} />
      {children}
    </button>
  )
}
