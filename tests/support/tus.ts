import { RouterContextProvider } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'
import { actorContext } from '#app/web/context.server.ts'
import { action, loader } from '#app/web/uploads.ts'

/** A request of the protocol for resumable uploads, to the route. */
export async function send(
  actor: Actor,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
) {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  })
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const uploadId = path.split('/')[2]
  const args = { request, url: new URL(request.url), params: { uploadId }, context, pattern: '' }
  const route = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? loader : action
  return (route as unknown as (args: object) => Promise<Response>)(args)
}

export const purposeOf = (purpose: string) => ({
  'upload-metadata': `purpose ${Buffer.from(purpose).toString('base64')}`,
})

export const announce = (actor: Actor, purpose: string, length: number | string) =>
  send(actor, 'POST', '/uploads', { 'upload-length': String(length), ...purposeOf(purpose) })

export const patch = (actor: Actor, path: string, offset: number, bytes: Uint8Array) =>
  send(
    actor,
    'PATCH',
    path,
    {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
    bytes as BodyInit,
  )

export const offsetOf = async (actor: Actor, path: string) =>
  Number((await send(actor, 'HEAD', path)).headers.get('upload-offset'))
