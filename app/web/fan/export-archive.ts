import { openExport } from '#app/domain/privacy/open-export.server.ts'
import { to } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import { actorContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/export-archive'

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'checked_by_domain', fresh: to.dataExport } },
  renewsSession: false,
  beforeAgreements: true,
} satisfies RouteHandle

/** The archive as a stream: only for the person it is about, until it expires, and never cached. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const number = /^[1-9]\d{0,3}$/.test(params.number) ? Number(params.number) : 0
  if (!isId(params.exportId) || number === 0) return refused(404)
  const opened = await openExport(context.get(actorContext), params.exportId, number)
  if (!opened.ok) return refused(opened.refusal.kind === 'not_yours' ? 403 : 404)
  const { bytes, name, open } = opened.value
  const headers = new Headers({
    'content-type': 'application/zip',
    'content-length': String(bytes),
    'content-disposition': `attachment; filename="${name}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  return new Response(request.method === 'HEAD' ? null : open(), { headers })
}

function refused(status: 403 | 404): Response {
  return new Response(status === 403 ? 'This copy is not yours.\n' : 'Not found\n', {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
