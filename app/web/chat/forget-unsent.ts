/** Where messages that are not sent yet survive a reload of their tab. The tab's next person never sees them. */
export const UNSENT_KEY = 'peach-unsent'

/** Called where nobody is signed in; part of every page with script, and so small. */
export function forgetUnsent(): void {
  try {
    sessionStorage.removeItem(UNSENT_KEY)
  } catch {
    // Nothing was kept.
  }
}
