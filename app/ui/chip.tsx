import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'locked'

type ChipProps = {
  /** `solid` and `plate` are for chips on pictures. */
  tone?: Tone | 'solid' | 'plate'
  small?: boolean
  icon?: IconName
  /** A green dot before the text, for someone who is online. */
  dot?: boolean
  className?: string
  children: ReactNode
}

/** A short status label. Never rely on colour only: give it text and, where it helps, an icon. */
export function Chip({ tone = 'neutral', small = false, icon, dot = false, className, children }: ChipProps) {
  return (
    <span className={joinClasses('chip', `chip-${tone}`, small && 'chip-small', className)}>
      {dot && <span className="dot" />}
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  )
}

/** A status as a chip. */
export type Status = { text: string; tone: Tone; icon?: IconName }

export function StatusChip({ status, small }: { status: Status; small?: boolean }) {
  return (
    <Chip tone={status.tone} icon={status.icon} small={small}>
      {status.text}
    </Chip>
  )
}

type FilterChipProps = { href: string; active?: boolean; children: ReactNode }

/** One filter as a link of 44 px; the active one is inverted and marked for screen readers. */
export function FilterChip({ href, active = false, children }: FilterChipProps) {
  return (
    <a
      href={href}
      className={joinClasses('filter-chip', active && 'filter-chip-active')}
      aria-current={active ? 'true' : undefined}
    >
      {children}
    </a>
  )
}

type FilterChipsProps = {
  label: string
  /** `always`: on several lines at any width. `wide`: on a phone it scrolls to the active chip. */
  wrap?: 'always' | 'wide'
  children: ReactNode
}

/** A row of filter chips that scrolls sideways on a phone. */
export function FilterChips({ label, wrap, children }: FilterChipsProps) {
  return (
    <nav
      className={joinClasses(
        'filter-chips',
        wrap === 'always' && 'filter-chips-wrap',
        wrap === 'wide' && 'filter-chips-list',
      )}
      aria-label={label}
    >
      {children}
    </nav>
  )
}
