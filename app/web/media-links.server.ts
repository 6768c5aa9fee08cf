import type { Actor } from '#app/domain/identity/actor.ts'
import { requestedFile } from '#app/domain/media/media.ts'
import { signMedia, signPicture } from '#app/domain/media/media-keys.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { type MediaLink, publicMedia } from './media-links.ts'

/**
 * Makes the URLs of media for a page that is rendered for this viewer: bound to their session and to the medium; to the day where it is
 * a picture, to some minutes where it is anything else. What a visitor sees is public and needs no key.
 */
export function mediaLinksFor(actor: Actor): MediaLink {
  if (!actor) return publicMedia
  const { sessionId } = actor
  const at = now()
  const keys = new Map<string, string>()
  return (mediaId, file) => {
    const isPicture = requestedFile(file)?.kind === 'rendition'
    const name = `${mediaId} ${isPicture}`
    let key = keys.get(name)
    if (key === undefined)
      keys.set(name, (key = isPicture ? signPicture(sessionId, mediaId, at) : signMedia(sessionId, mediaId, at)))
    return `${to.media(mediaId, file)}?k=${key}`
  }
}
