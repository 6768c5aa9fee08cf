import { readDocument } from '#app/domain/documents/queries.server.ts'
import { recordDocumentOpened } from '#app/domain/moderation/record-opening.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/document.ts'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'checked_by_domain' },
  renewsSession: false,
  beforeAgreements: true,
} satisfies RouteHandle

/** The only route to a sealed document: for a reviewer with an open view, and for its owner until it is submitted. Never cached. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const actor = context.get(actorContext)
  const read = await readDocument(actor, params.documentId)
  const headers = new Headers({
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  if (!read.ok) {
    headers.set('content-type', 'text/plain; charset=utf-8')
    return read.refusal.kind === 'forbidden'
      ? new Response('You can\u2019t see this.\n', { status: 403, headers })
      : new Response('Not found\n', { status: 404, headers })
  }
  if (request.method === 'GET') await recordDocumentOpened(actor, params.documentId)
  headers.set('content-type', read.value.contentType)
  headers.set('content-length', String(read.value.bytes.length))
  headers.set('content-disposition', 'inline')
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(read.value.bytes), { headers })
}
