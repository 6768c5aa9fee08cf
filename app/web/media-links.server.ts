import type { Actor } from '#app/domain/identity/actor.ts'
import { signMedia } from '#app/domain/media/media-keys.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { type MediaLink, publicMedia } from './media-links.ts'

/**
 * Makes the URLs of media for a page that is rendered for this viewer: bound to their session, to the medium and to some minutes. What a
 * visitor sees is public and needs no key.
 */
export function mediaLinksFor(actor: Actor): MediaLink {
  if (!actor) return publicMedia
  const { sessionId } = actor
  const at = now()
  const keys = new Map<string, string>()
  return (mediaId, file) => {
    let key = keys.get(mediaId)
    if (key === undefined) keys.set(mediaId, (key = signMedia(sessionId, mediaId, at)))
    return `${to.media(mediaId, file)}?k=${key}`
  }
}
