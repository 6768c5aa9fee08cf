/** Chromium's event; other browsers have none, and their people install by the browser's own menu. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

let held: InstallPrompt | null = null

/** No browser offers by itself to install a page that somebody has only just opened: its prompt is kept for a page that asks. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    held = event as InstallPrompt
  })
  addEventListener('appinstalled', () => (held = null))
}

export const isInstallPromptHeld = (): boolean => held !== null

/** A prompt can be shown once. */
export function takeInstallPrompt(): InstallPrompt | null {
  const prompt = held
  held = null
  return prompt
}
