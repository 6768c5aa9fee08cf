/**
 * How much private media one account may fetch. An object is a picture, video or sound of a post, counted once an hour whatever its size
 * or part; previews and pictures of pages are not counted. The hourly limit is the soft one, the daily one the hard one.
 */
export const MEDIA_BUDGET = {
  objectsAnHour: 600,
  objectsADay: 3_000,
  bytesAnHour: 2_000_000_000,
  bytesADay: 10_000_000_000,
} as const

export type MediaUse = {
  objectsToday: number
  bytesToday: number
  objectsThisHour: number
  bytesThisHour: number
  /** Whether this object was fetched within the hour before. */
  known: boolean
}

/** Which limit refuses an account its next private object, or null. `factor` is the operator's. */
export function mediaLimitReached(use: MediaUse, factor: number): 'day' | 'hour' | null {
  const { objectsAnHour, objectsADay, bytesAnHour, bytesADay } = MEDIA_BUDGET
  if (use.objectsToday >= objectsADay * factor || use.bytesToday >= bytesADay * factor) return 'day'
  if (use.bytesThisHour >= bytesAnHour * factor) return 'hour'
  return !use.known && use.objectsThisHour >= objectsAnHour * factor ? 'hour' : null
}

/** The message for a person who has reached a limit. */
export function mediaLimitText(limit: 'day' | 'hour', retrySeconds: number): string {
  if (limit === 'day') return 'You have reached the daily limit for opening photos and videos. Come back tomorrow.'
  const minutes = Math.ceil(retrySeconds / 60)
  return `You have reached the hourly limit for opening photos and videos. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
}
