export type ToastMessage = {
  title: string
  description?: string
  /** `success` tells what has been done; `error` what could not be. */
  tone?: 'success' | 'error'
  action?: { label: string; href: string }
}

// One toast is shown, the newest other one waits. The server never shows toasts through this store: it renders them into the page.
let shown: ToastMessage | null = null
let waiting: ToastMessage | null = null
const listeners = new Set<() => void>()

/** Shows a toast in the browser, after the present one has gone. */
export function showToast(message: ToastMessage): void {
  if (shown) waiting = message
  else shown = message
  announce()
}

/** Takes the present toast away and lets the next one in. */
export function dismissToast(): void {
  shown = waiting
  waiting = null
  announce()
}

/** The toast to show now, or null. */
export function currentToast(): ToastMessage | null {
  return shown
}

/** Calls `listener` after each change; the answer ends that. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
