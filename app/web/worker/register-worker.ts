import { watchInstallPrompt } from '#app/web/install-prompt.ts'

const ADDRESS = '/sw.js'

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string }
}

/** Registers the service worker after the page has loaded. Not in `npm run dev`, where it would keep old pages. */
export function registerWorker(): void {
  watchInstallPrompt()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

function register(): void {
  // The one named policy: whatever it is asked for, it returns the address of our worker.
  const policies = (window as { trustedTypes?: Policies }).trustedTypes
  const policy = policies?.createPolicy('peach-worker', { createScriptURL: () => ADDRESS })
  // A browser that keeps nothing, as in a private window, refuses: the page works without it.
  navigator.serviceWorker.register(policy?.createScriptURL('') ?? ADDRESS).catch(() => {})
}
