import type { Actor } from '#app/domain/identity/actor.ts'
import { isRendition } from '#app/domain/media/media.ts'
import { signMedia, signPicture } from '#app/domain/media/media-keys.server.ts'
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

/** The end of such a URL, with its key: "?k=…"; empty for a visitor. */
export function mediaKeysFor(actor: Actor): MediaKey {
  if (!actor) return () => ''
  const { sessionId } = actor
  const at = now()
  const [ofPictures, ofOthers] = [new Map<string, string>(), new Map<string, string>()]
  return (mediaId, file) => {
    const isPicture = isRendition(file)
    const keys = isPicture ? ofPictures : ofOthers
    let key = keys.get(mediaId)
    if (key === undefined)
      keys.set(
        mediaId,
        (key = `?k=${isPicture ? signPicture(sessionId, mediaId, at) : signMedia(sessionId, mediaId, at)}`),
      )
    return key
  }
}
