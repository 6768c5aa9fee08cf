/** Chromium's event; other browsers have none, and their people install by the browser's own menu. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

let held: InstallPrompt | null = null
const readers = new Set<() => void>()

function hold(prompt: InstallPrompt | null): void {
  held = prompt
  for (const notify of readers) notify()
}

/** No browser offers by itself to install a page that somebody has only just opened: its prompt is kept for a page that asks. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    hold(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => hold(null))
}

export const installPrompt = {
  subscribe: (notify: () => void) => {
    readers.add(notify)
    return () => readers.delete(notify)
  },
  isHeld: () => held !== null,
  /** A prompt can be shown once. */
  async show(): Promise<void> {
    const prompt = held
    hold(null)
    await prompt?.prompt()
  },
}
