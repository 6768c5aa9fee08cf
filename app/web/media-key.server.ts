import type { Actor } from '#app/domain/identity/actor.ts'
import { checkMediaKey } from '#app/domain/media/media-keys.server.ts'
import { now } from '#app/platform/clock.ts'

/**
 * Whether the URL of private media was made for this session and this medium, a few minutes ago. A page that is still open may also use
 * its URLs later: the browser says that one of our pages asks. A URL that was copied into the address bar, a message or a program is asked
 * for by none.
 */
export function hasMediaKey(request: Request, actor: Actor, mediaId: string): boolean {
  if (!actor) return false
  const state = checkMediaKey(new URL(request.url).searchParams.get('k'), actor.sessionId, mediaId, now())
  return state === 'valid' || (state === 'ended' && isAskedByOurPage(request))
}

function isAskedByOurPage(request: Request): boolean {
  const [site, destination] = [request.headers.get('sec-fetch-site'), request.headers.get('sec-fetch-dest')]
  if (site !== null) return site === 'same-origin' && destination !== 'document'
  // Players that browsers leave to the system send no such headers, but the page that they play on.
  const referer = request.headers.get('referer')
  return referer !== null && URL.canParse(referer) && new URL(referer).host === new URL(request.url).host
}
