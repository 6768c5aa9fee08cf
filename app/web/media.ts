import type { Actor } from '#app/domain/identity/actor.ts'
import {
  findMediaForViewer,
  type FoundMedia,
  type Keeping,
  type MediaObject,
} from '#app/domain/media/find-media-for-viewer.server.ts'
import { type RequestedFile, requestedFile } from '#app/domain/media/media.ts'
import { mediaLimitText } from '#app/domain/media/media-budget.ts'
import { type MediaSpendRefusal, spendMedia } from '#app/domain/media/spend-media.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { type MarkedRendition, markRendition } from '#app/domain/watermarks/mark-rendition.server.ts'
import { variantsOfAccount } from '#app/domain/watermarks/segment-mark.server.ts'
import { recordMediumOpened } from '#app/domain/moderation/record-opening.server.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { config } from '#app/platform/config.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { actorContext } from '#app/web/context.server.ts'
import { readCookie } from '#app/web/cookies.server.ts'
import { type Guard, guardedBytes } from '#app/web/guarded-bytes.ts'
import { hasMediaKey } from '#app/web/media-key.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { type GoingOn, watchAnswer } from '#app/web/media-watch.ts'
import { describeVideo } from '#app/web/media-playlists.ts'
import { quickHideIsOn } from '#app/web/quick-hide.server.ts'
import { approvalContext } from '#app/web/recent-approvals.server.ts'
import { publicFile } from '#app/web/page-handle.ts'
import { type StoredObject, storedPart } from '#app/web/stored-part.ts'
import type { Route } from './+types/media.ts'

export const handle = publicFile()

/** The only route to pictures, videos and audio: the viewer is checked on every request before any byte is read. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const wanted = requestedFile(params.rendition)
  if (!wanted) return refused(404)
  const { mediaId } = params
  const actor = context.get(actorContext)
  const found = await findMediaForViewer(actor, mediaId, wanted, variantsOfAccount)
  if (!found.ok) return refused(found.refusal.kind === 'forbidden' ? 403 : 404)
  if (isBound(found.value) && !hasMediaKey(request, actor, mediaId, wanted)) return refused(403, KEY_ENDED)
  const discreet = quickHideIsOn(request)
  if (found.value.kind === 'preview') return sendPreview(request, found.value)
  if (found.value.kind === 'watch') return watch(request, actor, mediaId)
  if (found.value.kind !== 'stored') {
    const savesData = request.headers.get('save-data') === 'on'
    return sendText(describeVideo(mediaId, found.value, { link: mediaLinksFor(actor), savesData }))
  }
  const sent = forViewer(actor, mediaId, found.value)
  // A reviewer approves only what they were sent: also where their browser has kept it.
  if (actor?.staffRole && request.method === 'GET')
    await recordMediumOpened(actor, mediaId, { played: wanted.kind !== 'rendition' })
  const cacheControl = cacheRule(sent.keeping, discreet)
  if (sent.keeping.kind !== 'private' || request.method === 'HEAD' || isKnown(request, sent.etag))
    return sendStored(request, sent, { cacheControl })
  const mayGoOn = async (): Promise<boolean> => (await goingOn(request, actor, mediaId, wanted)) === 'yes'
  if (!actor) return sendStored(request, sent, { cacheControl, guard: { mayGoOn } })
  const spend = () => spendMedia(actor.id, mediaId)
  const spent = await spend()
  if (!spent.ok) return limitReached(spent.refusal)
  // A view shares money, so refused requests and responses without a body do not count.
  if (sent.creatorUsed) void recordUse(actor.id, sent.creatorUsed)
  if (!sent.make) context.set(approvalContext, { object: sent, spend, mayGoOn })
  return sendStored(request, sent, { cacheControl, guard: { mayGoOn, countBytes: spent.value.countBytes } })
}

const KEY_ENDED = 'This link has ended, or it belongs to another sign-in. Open the page again.\n'

/** Private media are bound to a session. What visitors see as well, and pictures of pages, which others link to, are not. */
function isBound(found: FoundMedia): boolean {
  return !found.open && (found.kind !== 'stored' || found.keeping.kind === 'private')
}

/** Session and right, asked anew while a long answer is being sent. */
async function goingOn(request: Request, actor: Actor, mediaId: string, wanted: RequestedFile): Promise<GoingOn> {
  const token = actor && readCookie(request, 'session')
  const person = token ? ((await findPersonBySession(token, { prolong: false }))?.person ?? null) : null
  if (actor && person?.sessionId !== actor.sessionId) return 'signed_out'
  return (await findMediaForViewer(person, mediaId, wanted)).ok ? 'yes' : 'ended'
}

const WATCH_TYPE = 'application/x-ndjson'

/** What visitors may see never ends for one viewer, and carries nobody's name. */
function watch(request: Request, actor: Actor, mediaId: string): Response {
  const headers = safeHeaders(WATCH_TYPE, null, null)
  // A proxy in front would hold the lines back.
  headers.set('x-accel-buffering', 'no')
  if (!actor || request.method === 'HEAD') return new Response(null, { headers })
  const body = watchAnswer(actor, () => goingOn(request, actor, mediaId, { kind: 'watch' }))
  return body ? new Response(body as BodyInit, { headers }) : new Response(null, { status: 429, headers })
}

function sendText({ text, contentType }: { text: string; contentType: string }): Response {
  return new Response(text, { headers: safeHeaders(contentType, null, null) })
}

/** What is sent; `make` where it is made for this viewer. */
type SentObject = StoredObject & { make?: MarkedRendition['bytes'] }

/** A private photo is sent with the mark of its viewer, never without. */
function forViewer(actor: Actor, mediaId: string, object: StoredObject): SentObject {
  if (!object.marked) return object
  invariant(actor !== null, 'what a visitor may see is not marked')
  const { size, format } = object.marked
  const { etag, bytes } = markRendition(actor, { mediaId, size, format, key: object.key })
  return { ...object, etag, make: bytes }
}

function limitReached({ limit, retrySeconds }: MediaSpendRefusal): Response {
  const headers = safeHeaders('text/plain; charset=utf-8', null, null)
  headers.set('retry-after', String(retrySeconds))
  return new Response(`${mediaLimitText(limit, retrySeconds)}\n`, { status: 429, headers })
}

function refused(status: 403 | 404, text = status === 403 ? 'You can\u2019t see this.\n' : 'Not found\n'): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
  })
}

function sendPreview(request: Request, preview: Extract<MediaObject, { kind: 'preview' }>): Response {
  const headers = safeHeaders('image/webp', null, preview.etag)
  if (isKnown(request, preview.etag)) return new Response(null, { status: 304, headers })
  headers.set('content-length', String(preview.bytes.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(preview.bytes), { headers })
}

type Sending = { cacheControl: string | null; guard?: Guard }

async function sendStored(request: Request, object: SentObject, { cacheControl, guard }: Sending): Promise<Response> {
  const headers = safeHeaders(object.contentType, cacheControl, object.etag)
  if (object.keeping.kind === 'public') {
    if (config().trustProxy > 0) {
      // Tags for a CDN, to purge all files of a picture or a person (docs/operating.md). It takes them out; a phone would pay for them.
      headers.set('surrogate-key', object.keeping.purgeKeys.join(' '))
      headers.set('cache-tag', object.keeping.purgeKeys.join(','))
    }
  } else headers.set('no-vary-search', 'params=("k")')
  if (isKnown(request, object.etag)) return new Response(null, { status: 304, headers })
  if (object.make) return sendMade(request, headers, object.make, guard?.countBytes)
  const sameVersion = [null, object.etag].includes(request.headers.get('if-range'))
  const part = storedPart(object, sameVersion ? request.headers.get('range') : null)
  if (part.leftToProxy > 0) guard?.countBytes?.(part.leftToProxy)
  for (const [name, value] of part.headers) headers.set(name, value)
  if (part.status === 416) headers.delete('etag')
  if (request.method === 'HEAD' || !part.open) return new Response(null, { status: part.status, headers })
  const body = await part.open()
  if (!body) return refused(404)
  return new Response((guard ? guardedBytes(body, guard) : body) as BodyInit, { status: part.status, headers })
}

/**
 * Sends a photo that is made for its viewer: always whole, which a request for a range allows. Its length is known once it is made, which
 * a HEAD does not cause.
 */
async function sendMade(
  request: Request,
  headers: Headers,
  make: MarkedRendition['bytes'],
  countBytes?: (bytes: number) => void,
): Promise<Response> {
  if (request.method === 'HEAD') return new Response(null, { headers })
  const made = await make()
  if (!made.ok) return made.refusal.kind === 'lost' ? refused(404) : notMade()
  countBytes?.(made.value.byteLength)
  headers.set('content-length', String(made.value.byteLength))
  return new Response(new Uint8Array(made.value), { headers })
}

function notMade(): Response {
  const headers = safeHeaders('text/plain; charset=utf-8', null, null)
  headers.set('retry-after', '5')
  return new Response('This photo is not ready yet. Try again in a moment.\n', { status: 503, headers })
}

/** Opened directly, an uploaded file is shown as a picture and never runs as a page of this site. */
function safeHeaders(contentType: string, cacheControl: string | null, etag: string | null): Headers {
  return new Headers({
    'content-type': contentType,
    ...(cacheControl !== null && { 'cache-control': cacheControl }),
    ...(etag !== null && { etag }),
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
}

/**
 * Private ones stay in the viewer's browser, which asks before each use; with quick hide they stay nowhere. Public responses are
 * revalidated within minutes, so that a moderator's decision or a new picture
 * takes effect everywhere.
 */
function cacheRule(keeping: Keeping, discreet: boolean): string | null {
  switch (keeping.kind) {
    case 'public':
      return keeping.settled ? 'public, max-age=300' : 'public, max-age=30'
    case 'own_page':
    case 'private':
      return discreet ? null : 'private, no-cache'
    default:
      return keeping satisfies never
  }
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')
  if (known === null) return false
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
}
