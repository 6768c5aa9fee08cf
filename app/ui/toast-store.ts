export type ToastMessage = {
  title: string
  description?: string
  /** `success` for what was done; `error` for what failed. */
  tone?: 'success' | 'plain' | 'error'
  action?: { label: string; href: string }
}

// One toast is shown, the newest other one waits. The server does not use this store: it renders toasts into the page.
let shown: ToastMessage | null = null
let waiting: ToastMessage | null = null
const listeners = new Set<() => void>()

/** Shows a toast in the browser, after the current one has gone. */
export function showToast(message: ToastMessage): void {
  if (shown) waiting = message
  else shown = message
  announce()
}

// Of the pages of this document: React may make the place of toasts anew.
const goneFlashes = new WeakSet<ToastMessage>()

/** Whether the message that came with a page has been shown to its end. */
export const isGone = (flash: ToastMessage): boolean => goneFlashes.has(flash)

/** Notes that it has: it never comes back. */
export function dismissFlash(flash: ToastMessage): void {
  goneFlashes.add(flash)
  announce()
}

/** Removes the current toast and shows the next one. */
export function dismissToast(): void {
  shown = waiting
  waiting = null
  announce()
}

/** The toast to show now, or null. */
export function currentToast(): ToastMessage | null {
  return shown
}

/** Calls `listener` after each change; the returned function unsubscribes it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
