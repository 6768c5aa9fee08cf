import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import {
  currentToast,
  dismissFlash,
  dismissToast,
  isGone,
  subscribeToToasts,
  type ToastMessage,
} from './toast-store.ts'

/**
 * The place where toasts appear, above the bottom bar. `flash` comes with the page; others come from `showToast`. A toast disappears after
 * 6 seconds, also without script, and stays while it is hovered or focused.
 */
export function ToastRegion({ flash = null }: { flash?: ToastMessage | null }) {
  const queued = useSyncExternalStore(subscribeToToasts, currentToast, () => null)
  const isOver = useSyncExternalStore(
    subscribeToToasts,
    () => flash !== null && isGone(flash),
    () => false,
  )
  const fromPage = isOver ? null : flash
  return (
    <output className="toast-region" aria-live="polite">
      {fromPage ? (
        <Toast key="flash" message={fromPage} onGone={() => dismissFlash(fromPage)} />
      ) : (
        queued && <Toast key={`${queued.title}${queued.description}`} message={queued} onGone={dismissToast} />
      )}
    </output>
  )
}

function Toast({ message, onGone }: { message: ToastMessage; onGone: () => void }) {
  const { title, description, tone = 'success', action } = message
  return (
    <span className="toast" onAnimationEnd={(event) => event.animationName === 'toast-leave' && onGone()}>
      <Icon name={tone === 'error' ? 'circle-exclamation-point' : 'circle-check'} />
      <span className="toast-text">
        <span className="text-h3">{title}</span>
        {description && <span>{description}</span>}
      </span>
      {action && <a href={action.href}>{action.label}</a>}
    </span>
  )
}
