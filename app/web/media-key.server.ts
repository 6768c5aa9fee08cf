import type { Actor } from '#app/domain/identity/actor.ts'
import { checkMediaKey, checkPictureKey } from '#app/domain/media/media-keys.server.ts'
import type { RequestedFile } from '#app/domain/media/media.ts'
import { now } from '#app/platform/clock.ts'

/**
 * Whether the URL of private media was made for this session and this medium, a few minutes ago. A page that is still open may also use
 * its URLs later: the browser says that one of our pages asks. A URL that was copied into the address bar, a message or a program is asked
 * for by none.
 */
export function hasMediaKey(request: Request, actor: Actor, mediaId: string, wanted: RequestedFile): boolean {
  if (!actor) return false
  const key = new URL(request.url).searchParams.get('k')
  if (wanted.kind === 'rendition' && checkPictureKey(key, actor.sessionId, mediaId, now()))
    return !isAskedElsewhere(request)
  const state = checkMediaKey(key, actor.sessionId, mediaId, now())
  return state === 'valid' || (state === 'ended' && isAskedByOurPage(request))
}

/** The key of a picture is the same all day: a browser that says it was typed, or stands on another site, gets nothing by it at any time. */
function isAskedElsewhere(request: Request): boolean {
  const says = request.headers.get('sec-fetch-site') ?? request.headers.get('referer')
  return says !== null && !isAskedByOurPage(request)
}

function isAskedByOurPage(request: Request): boolean {
  const [site, destination] = [request.headers.get('sec-fetch-site'), request.headers.get('sec-fetch-dest')]
  if (site !== null) return site === 'same-origin' && destination !== 'document'
  // Players that browsers leave to the system send no such headers, but the page that they play on.
  const referer = request.headers.get('referer')
  return referer !== null && URL.canParse(referer) && new URL(referer).host === new URL(request.url).host
}
