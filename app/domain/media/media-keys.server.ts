import { keyedHash, readingHashes, sameBytes } from '#app/platform/secrets.server.ts'

/**
 * The signed part of a private medium's URL: it binds the URL to the session whose page contains it, to the object, and to some minutes.
 * It is no right: the viewer's right is checked with each request, and the key besides.
 */
const MAC_BYTES = 15
/** Pages that are rendered within one step contain the same URLs, so that a browser revalidates its copy instead of fetching it again. */
const STEP_MS = 5 * 60_000
export const KEY_MINUTES = 10
/** A page that was left open fetches its own media for this long. */
const OPEN_PAGE_MS = 12 * 3_600_000

const stepOf = (at: Date): number => Math.floor(at.getTime() / STEP_MS) + 2

/** What keys depend on beside session and medium: as long as it is the same, so are they. */
export const keyPeriod = (at: Date): string => `${stepOf(at)} ${dayOf(at)}`

/** A key that ends five to ten minutes after `at`. */
export function signMedia(sessionId: string, mediaId: string, at: Date): string {
  const step = stepOf(at)
  return `${step.toString(36)}.${keyedHash('signed-media', boundTo(sessionId, mediaId, step)).toString('base64url', 0, MAC_BYTES)}`
}

/** A day of Kampala: the visible mark in a picture changes with it too. */
const DAY_MS = 86_400_000
const KAMPALA_MS = 3 * 3_600_000
const dayOf = (at: Date): number => Math.floor((at.getTime() + KAMPALA_MS) / DAY_MS)

/**
 * The key of a private picture in a page: the same for the whole day, so that a page that is opened again finds its pictures in the browser
 * and only asks whether they are still right. It opens nothing but pictures (`checkPictureKey`).
 */
export function signPicture(sessionId: string, mediaId: string, at: Date): string {
  return `d${pictureMac(sessionId, mediaId, dayOf(at))}`
}

function pictureMac(sessionId: string, mediaId: string, day: number): string {
  return keyedHash('signed-media', `${sessionId} ${mediaId} picture ${day}`).toString('base64url', 0, MAC_BYTES)
}

/** Whether it is of this session and picture, and of today, or of yesterday in a page that was left open. */
export function checkPictureKey(key: string | null, sessionId: string, mediaId: string, at: Date): boolean {
  const [, mac] = /^d([\w-]{20})$/.exec(key ?? '') ?? []
  if (mac === undefined) return false
  const presented = Buffer.from(mac, 'base64url')
  const days = new Set([dayOf(at), dayOf(new Date(at.getTime() - OPEN_PAGE_MS))])
  return [...days].some((day) =>
    readingHashes('signed-media', `${sessionId} ${mediaId} picture ${day}`).some((hash) =>
      sameBytes(hash.subarray(0, MAC_BYTES), presented),
    ),
  )
}

/**
 * `valid`; `ended`: of this session and object, but its minutes are over, which a page that is still open may overlook; `foreign`:
 * missing, altered, of another session or object, or older than any page.
 */
export type MediaKeyState = 'valid' | 'ended' | 'foreign'

export function checkMediaKey(key: string | null, sessionId: string, mediaId: string, at: Date): MediaKeyState {
  const [, stepText, mac] = /^([0-9a-z]{1,9})\.([\w-]{20})$/.exec(key ?? '') ?? []
  if (stepText === undefined || mac === undefined) return 'foreign'
  const step = Number.parseInt(stepText, 36)
  const presented = Buffer.from(mac, 'base64url')
  const known = readingHashes('signed-media', boundTo(sessionId, mediaId, step))
  if (!known.some((hash) => sameBytes(hash.subarray(0, MAC_BYTES), presented))) return 'foreign'
  const left = step * STEP_MS - at.getTime()
  if (left > 2 * STEP_MS) return 'foreign'
  if (left > 0) return 'valid'
  return left > -OPEN_PAGE_MS ? 'ended' : 'foreign'
}

function boundTo(sessionId: string, mediaId: string, step: number): string {
  return `${sessionId} ${mediaId} ${step}`
}
