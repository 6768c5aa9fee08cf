import type { Actor } from '#app/domain/identity/actor.ts'
import { findMediaForViewer, type Keeping, type MediaObject } from '#app/domain/media/find-media-for-viewer.server.ts'
import { requestedFile } from '#app/domain/media/media.ts'
import { mediaLimitText } from '#app/domain/media/media-budget.ts'
import { openMedia } from '#app/domain/media/open-media.server.ts'
import { readRange } from '#app/domain/media/range.ts'
import { type MediaSpendRefusal, spendMedia } from '#app/domain/media/spend-media.server.ts'
import { type MarkedRendition, markRendition } from '#app/domain/watermarks/mark-rendition.server.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { config } from '#app/platform/config.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { actorContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/media.ts'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  renewsSession: false,
  beforeAgreements: true,
} satisfies RouteHandle

const MAX_COUNTED_RANGE_BYTES = 20_000_000

/** The only route to pictures, videos and audio: the viewer is checked on every request before any byte is read. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const wanted = requestedFile(params.rendition)
  if (!wanted) return refused(404)
  const actor = context.get(actorContext)
  const found = await findMediaForViewer(actor, params.mediaId, wanted)
  if (!found.ok) return refused(found.refusal.kind === 'forbidden' ? 403 : 404)
  if (found.value.kind === 'preview') return sendPreview(request, found.value)
  const sent = forViewer(actor, params.mediaId, found.value)
  if (!actor || sent.keeping.kind !== 'private' || request.method === 'HEAD' || isKnown(request, sent.etag))
    return sendStored(request, sent)
  const spent = await spendMedia(actor.id, params.mediaId)
  if (!spent.ok) return limitReached(spent.refusal)
  // A view shares money, so refused requests and responses without a body do not count.
  if (sent.creatorUsed) void recordUse(actor.id, sent.creatorUsed)
  return sendStored(request, sent, spent.value.countBytes)
}

type StoredObject = Extract<MediaObject, { kind: 'stored' }>
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

function refused(status: 403 | 404): Response {
  const text = status === 403 ? 'You can\u2019t see this.\n' : 'Not found\n'
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

async function sendStored(
  request: Request,
  object: SentObject,
  countBytes?: (bytes: number) => void,
): Promise<Response> {
  const headers = safeHeaders(object.contentType, cacheRule(object.keeping), object.etag)
  if (object.keeping.kind === 'public') {
    // Tags for a CDN, to purge all files of a picture or a person (docs/operating.md).
    headers.set('surrogate-key', object.keeping.purgeKeys.join(' '))
    headers.set('cache-tag', object.keeping.purgeKeys.join(','))
  }
  if (isKnown(request, object.etag)) return new Response(null, { status: 304, headers })
  if (object.make) return sendMade(request, headers, object.make, countBytes)
  if (config().mediaAccel === 'x-accel' && !config().s3) {
    // nginx sends the file and handles ranges; it gets the path only after the check above. Only nginx knows how much of a range is really
    // sent: browsers request all the rest and then stop.
    countBytes?.(request.headers.has('range') ? Math.min(object.byteSize, MAX_COUNTED_RANGE_BYTES) : object.byteSize)
    headers.set('x-accel-redirect', `/protected-media/${object.key}`)
    return new Response(null, { headers })
  }
  headers.set('accept-ranges', 'bytes')
  const sameVersion = [null, object.etag].includes(request.headers.get('if-range'))
  const asked = readRange(sameVersion ? request.headers.get('range') : null, object.byteSize)
  if (asked.kind === 'unsatisfiable') {
    headers.set('content-range', `bytes */${object.byteSize}`)
    headers.delete('etag')
    return new Response(null, { status: 416, headers })
  }
  const range = asked.kind === 'part' ? asked.range : { from: 0, to: object.byteSize - 1 }
  headers.set('content-length', String(range.to - range.from + 1))
  if (asked.kind === 'part') headers.set('content-range', `bytes ${range.from}-${range.to}/${object.byteSize}`)
  const status = asked.kind === 'part' ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const body = await openMedia(object.key, asked.kind === 'part' ? range : undefined)
  if (!body) return refused(404)
  return new Response((countBytes ? counted(body, countBytes) : body) as BodyInit, {
    status,
    headers,
  })
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

/** Counts the bytes as they are sent: for a video, browsers request all the rest and stop when the viewer seeks. */
function counted(body: ReadableStream<Uint8Array>, countBytes: (bytes: number) => void): ReadableStream<Uint8Array> {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        countBytes(chunk.byteLength)
        controller.enqueue(chunk)
      },
    }),
  )
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

/** Public responses are revalidated within minutes, so that a moderator's decision or a new picture takes effect everywhere. */
function cacheRule(keeping: Keeping): string | null {
  switch (keeping.kind) {
    case 'public':
      return keeping.settled ? 'public, max-age=300' : 'public, max-age=30'
    case 'own_page':
      return 'private, no-cache'
    case 'private':
      return null
    default:
      return keeping satisfies never
  }
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')
  if (known === null) return false
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
}
