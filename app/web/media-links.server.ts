import type { Actor } from '#app/domain/identity/actor.ts'
import { isRendition } from '#app/domain/media/media.ts'
import { keyPeriod, signMedia, signPicture } from '#app/domain/media/media-keys.server.ts'
import { now } from '#app/platform/clock.ts'
import { type MediaKey, type MediaLink, publicMedia } from './media-links.ts'

/**
 * Makes the URLs of media for a page that is rendered for this viewer: bound to their session and to the medium; to the day where it is
 * a picture, to some minutes where it is anything else. What a visitor sees is public and needs no key.
 */
export function mediaLinksFor(actor: Actor): MediaLink {
  const keyOf = mediaKeysFor(actor)
  return actor ? (mediaId, file) => publicMedia(mediaId, file) + keyOf(mediaId, file) : publicMedia
}

/** Of so many sessions, and of so many media each, keys are kept. */
const MAX_SESSIONS = 500
const MAX_KEYS = 200
const kept = new Map<string, { period: string; keys: Map<string, string> }>()

/** The end of such a URL, with its key: "?k=…"; empty for a visitor. */
export function mediaKeysFor(actor: Actor): MediaKey {
  if (!actor) return () => ''
  const { sessionId } = actor
  const at = now()
  const keys = keysOf(sessionId, keyPeriod(at))
  return (mediaId, file) => {
    const isPicture = isRendition(file)
    const place = isPicture ? `p${mediaId}` : mediaId
    let key = keys.get(place)
    if (key === undefined) {
      if (keys.size >= MAX_KEYS) keys.clear()
      key = `?k=${isPicture ? signPicture(sessionId, mediaId, at) : signMedia(sessionId, mediaId, at)}`
      keys.set(place, key)
    }
    return key
  }
}

/** The keys that a session's pages have had in this period: who opens page after page gets the same, and they are not made again. */
function keysOf(sessionId: string, period: string): Map<string, string> {
  let of = kept.get(sessionId)
  if (of?.period !== period) of = { period, keys: new Map() }
  kept.delete(sessionId)
  kept.set(sessionId, of)
  if (kept.size > MAX_SESSIONS) kept.delete(kept.keys().next().value!)
  return of.keys
}
