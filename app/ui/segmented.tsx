import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'

type Segment = { label: ReactNode; icon?: IconName }

/** Two or three views of one thing, each with its own address. */
export function SegmentedLinks({
  label,
  segments,
  className,
}: {
  label: string
  segments: (Segment & { href: string; active: boolean })[]
  className?: string
}) {
  return (
    <nav className={joinClasses('segmented', className)} aria-label={label}>
      {segments.map((segment) => (
        <a
          key={segment.href}
          href={segment.href}
          className={joinClasses('segment', segment.active && 'segment-active')}
          aria-current={segment.active ? 'true' : undefined}
        >
          {segment.icon && <Icon name={segment.icon} size={20} />}
          <span>{segment.label}</span>
        </a>
      ))}
    </nav>
  )
}

type SegmentedRadiosProps = {
  label: string
  name: string
  segments: (Segment & { value: string })[]
  defaultValue: string
  onChange?: (value: string) => void
}

/** Two or three choices inside a form. */
export function SegmentedRadios({ label, name, segments, defaultValue, onChange }: SegmentedRadiosProps) {
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {segments.map((segment) => (
        <label key={segment.value} className="segment">
          <input
            type="radio"
            name={name}
            value={segment.value}
            defaultChecked={segment.value === defaultValue}
            onChange={() => onChange?.(segment.value)}
          />
          {segment.icon && <Icon name={segment.icon} size={20} />}
          <span>{segment.label}</span>
        </label>
      ))}
    </div>
  )
}

type TabsProps = {
  label: string
  tabs: { label: ReactNode; href: string; active: boolean }[]
  /** For long names in a narrow column. */
  compact?: boolean
  /** Many tabs stay in one line, which scrolls sideways where it is too narrow. */
  scrolls?: boolean
}

/** Tabs of 48 px that are links: each tab has an address. */
export function Tabs({ label, tabs, compact = false, scrolls = false }: TabsProps) {
  return (
    <nav className={joinClasses('tabs', compact && 'tabs-compact', scrolls && 'tabs-scroll')} aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.href}
          href={tab.href}
          className={joinClasses('tab', tab.active && 'tab-active')}
          aria-current={tab.active ? 'page' : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
