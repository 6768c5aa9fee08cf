/** Where messages that are not sent yet survive a reload of their tab. The tab's next person never sees them. */
export const UNSENT_KEY = 'peach-unsent'

/**
 * Called where nobody is signed in; part of every page with script, and so small. What could not be sent because the session had ended stays
 * until its person has signed in again.
 */
export function forgetUnsent(): void {
  try {
    if (!sessionStorage.getItem(UNSENT_KEY)?.includes('"state":"signed_out"')) sessionStorage.removeItem(UNSENT_KEY)
  } catch {
    // Nothing was kept.
  }
}
