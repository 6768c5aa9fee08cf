/** Without notices the page asks this often, as where connections are blocked; with them only in case one was lost. */
const EVERY_MS = 4_000
const EVERY_LIVE_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5_000

/**
 * After how many milliseconds a thread asks for news again. An answer that did not come is asked for sooner, each time later than before: a
 * server that is too busy refuses reads, and what it announced is still to be read. `chance` (0 to 1) keeps many pages apart.
 */
export function askAgainMs({ live, unanswered }: { live: boolean; unanswered: number }, chance: number): number {
  const every = live ? EVERY_LIVE_MS : EVERY_MS
  if (unanswered === 0) return every
  return Math.min(every, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (unanswered - 1)) * (0.5 + chance))
}
