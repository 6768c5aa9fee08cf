import { Icon } from './icon.tsx'
import { joinClasses } from './join-classes.ts'

/** The large sign above a result. It turns while waiting, unless the user prefers reduced motion. The heading names the state. */
export function StatusMark({ state, className }: { state: 'waiting' | 'success' | 'failed'; className?: string }) {
  if (state === 'waiting') {
    return (
      <svg className="status-spinner" viewBox="0 0 72 72" width="72" height="72" aria-hidden="true">
        <circle cx="36" cy="36" r="33" />
        <circle cx="36" cy="36" r="33" pathLength="100" strokeDasharray="30 100" transform="rotate(-90 36 36)" />
      </svg>
    )
  }
  return (
    <span className={joinClasses('status-mark', `status-mark-${state}`, className)}>
      <Icon name={state === 'success' ? 'check' : 'x'} size={32} />
    </span>
  )
}
