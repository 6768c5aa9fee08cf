import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type EmptyStateProps = {
  icon: IconName
  /** A small line above the title, such as "404". */
  eyebrow?: ReactNode
  title: ReactNode
  /** One line: why it is empty, or what to do. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
  /** A part of a page, not the whole page. */
  compact?: boolean
  /** `h2` in a part of a page, otherwise `h1`. */
  heading?: 'h1' | 'h2'
}

/** What is missing, why it matters and one next step, under a small picture. */
export function EmptyState({
  icon,
  eyebrow,
  title,
  children,
  action,
  compact = false,
  heading: Heading = compact ? 'h2' : 'h1',
}: EmptyStateProps) {
  return (
    <div className={compact ? 'empty-state empty-state-compact' : 'empty-state'}>
      <span className="empty-state-art">
        <DropPicture />
        <span className="empty-state-glyph">
          <Icon name={icon} />
        </span>
      </span>
      {eyebrow && <p className="text-muted">{eyebrow}</p>}
      <Heading className={Heading === 'h1' ? 'text-h1' : 'text-h2'}>{title}</Heading>
      {children && <div className="text-body">{children}</div>}
      {action}
    </div>
  )
}

/** Evening hills in the shape of the logo. */
function DropPicture() {
  return (
    <svg viewBox="0 0 136 136" width="136" height="136" aria-hidden="true">
      <clipPath id="drop">
        <path d="M68 0a68 68 0 0 1 0 136H19A19 19 0 0 1 0 117V68A68 68 0 0 1 68 0Z" />
      </clipPath>
      <g clipPath="url(#drop)">
        <path fill="#FFD5C8" d="M0 0h136v136H0z" />
        <circle cx="78" cy="54" r="46" fill="#FFBBA6" />
        <circle cx="78" cy="54" r="34" fill="#FF9878" />
        <circle cx="78" cy="54" r="22" fill="#FFF0D6" />
        <path fill="#D483B2" d="M0 84c22-16 40-14 62-2s46 10 74-8v62H0z" />
        <path fill="#9B3F78" d="M0 100c28-14 50-8 74 2s44 4 62-8v42H0z" />
        <path fill="#5C2146" d="M0 118c30-10 60-4 82 2s38 2 54-4v20H0z" />
      </g>
    </svg>
  )
}
