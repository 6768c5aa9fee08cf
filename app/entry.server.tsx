import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { logFailure } from '#app/platform/log-failure.server.ts'
import { log } from '#app/platform/log.server.ts'
import { isDatabaseUnavailable } from '#app/platform/outage.ts'
import { outageContext, requestFactsContext } from '#app/web/context.server.ts'

const ABANDON_AFTER_MS = 10_000

/** Renders the whole page before the first byte leaves: its length is known, a failure still gets its own status, and it can be cached. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(requestFactsContext).nonce ?? undefined
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          pipe(
            collector((bytes) => {
              headers.set('content-type', 'text/html; charset=utf-8')
              headers.set('content-length', String(bytes.length))
              resolve(new Response(bytes, { status: finalStatus, headers }))
            }),
          )
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
        onError(error) {
          finalStatus = 500
          log.error({ err: error, path: new URL(request.url).pathname }, 'a page failed while rendering')
        },
      },
    )
    const timer = setTimeout(() => abort(new Error('rendering took too long')), ABANDON_AFTER_MS)
  })
}

/** Collects the bytes as they are written, without turning them into text and back. */
function collector(whole: (bytes: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    highWaterMark: 2 ** 24,
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      whole(Buffer.concat(chunks))
      done()
    },
  })
}

/** Called for what loaders and actions throw. A thrown Response is an answer, not a failure. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: Readonly<RouterContextProvider> | undefined },
): void {
  if (isDatabaseUnavailable(error)) context?.set(outageContext, true)
  if (request.signal.aborted || error instanceof Response) return
  // The router reports an unknown address as an error; the visitor already gets the 404 page.
  if (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  )
    return
  logFailure(error, { path: new URL(request.url).pathname }, 'a route failed')
}
