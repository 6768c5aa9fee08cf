import { findMediaForViewer, type Keeping, type MediaObject } from '#app/domain/media/find-media-for-viewer.server.ts'
import { wantedOf } from '#app/domain/media/media.ts'
import { openMedia } from '#app/domain/media/open-media.server.ts'
import { readRange } from '#app/domain/media/range.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { config } from '#app/platform/config.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import type { Route } from './+types/media.ts'

const PRIVATE = 'private, no-store'

/** The one door to every picture and sound: who asks is checked each time, and only then a byte is read. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const wanted = wantedOf(params.rendition)
  if (!wanted) return refused(404)
  const actor = context.get(actorContext)
  const found = await findMediaForViewer(actor, params.mediaId, wanted)
  if (!found.ok) return refused(found.refusal.kind === 'forbidden' ? 403 : 404)
  if (found.value.kind === 'preview') return sendPreview(request, found.value)
  if (actor && found.value.creatorUsed) void recordUse(actor.id, found.value.creatorUsed)
  return sendStored(request, found.value)
}

function refused(status: 403 | 404): Response {
  const text = status === 403 ? 'You can\u2019t see this.\n' : 'Not found\n'
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': PRIVATE,
      'x-content-type-options': 'nosniff',
    },
  })
}

function sendPreview(request: Request, preview: Extract<MediaObject, { kind: 'preview' }>): Response {
  const headers = safeHeaders('image/webp', PRIVATE, preview.etag)
  if (isKnown(request, preview.etag)) return new Response(null, { status: 304, headers })
  headers.set('content-length', String(preview.bytes.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(preview.bytes), { headers })
}

async function sendStored(request: Request, object: Extract<MediaObject, { kind: 'stored' }>): Promise<Response> {
  const headers = safeHeaders(object.contentType, cacheRule(object.keeping), object.etag)
  if (object.keeping.kind === 'public') {
    // Names for a CDN, which drops everything of a picture or of a person by one of them (docs/operating.md).
    headers.set('surrogate-key', object.keeping.purgeKeys.join(' '))
    headers.set('cache-tag', object.keeping.purgeKeys.join(','))
  }
  if (isKnown(request, object.etag)) return new Response(null, { status: 304, headers })
  if (config().mediaAccel === 'x-accel' && !config().s3) {
    // nginx reads the file, ranges included; it is told where only after the check above.
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
  return body ? new Response(body as BodyInit, { status, headers }) : refused(404)
}

/** Opened on its own, a file of somebody else's is shown as the picture that it is, and never runs as a page of ours. */
function safeHeaders(contentType: string, cacheControl: string, etag: string): Headers {
  return new Headers({
    'content-type': contentType,
    'cache-control': cacheControl,
    etag,
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
}

/** Public answers are asked about again within minutes, so that a moderator's decision or a new picture shows everywhere. */
function cacheRule(keeping: Keeping): string {
  switch (keeping.kind) {
    case 'public':
      return keeping.settled ? 'public, max-age=300' : 'public, max-age=30'
    case 'own_page':
      return 'private, no-cache'
    case 'private':
      return PRIVATE
    default:
      return keeping satisfies never
  }
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')
  if (known === null) return false
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
}
