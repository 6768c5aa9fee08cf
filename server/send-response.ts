import type { ServerResponse } from 'node:http'
import { sendResponse as sendStream } from '@remix-run/node-fetch-server'
import { type ByteSource, knownSource, PIECE_BYTES, sourceOf } from '#app/platform/byte-source.server.ts'
import { textOf } from '#app/web/page-text.server.ts'

/** Sends a response of a route; the bytes of a stored file without the streams of the web between the disk and the connection. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const text = textOf(answer)
  if (text !== null) return sendText(response, answer, text)
  const source = answer.body ? knownSource(answer.body) : null
  if (!source) return sendStream(response, answer)
  response.writeHead(answer.status, [...answer.headers].flat())
  await sendSource(response, source).catch(() => response.destroy())
}

function sendText(response: ServerResponse, answer: Response, text: string): void {
  const body = Buffer.from(text)
  response.writeHead(answer.status, [...answer.headers, ['content-length', String(body.length)]].flat())
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Sends the body of a response whose head is written. An error ends the connection. */
export async function sendBytes(response: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  await sendSource(response, sourceOf(body)).catch(() => response.destroy())
}

/** Memory for pieces that are being sent, used again by the next response: new memory for each costs a sixth of sending it. */
const spare: Uint8Array[] = []
const MAX_SPARE = 32

/** Nothing is read before the connection has taken what came before. */
async function sendSource(response: ServerResponse, source: ByteSource): Promise<void> {
  let wake = (): void => {}
  let lent = false
  response.on('drain', () => {
    if (!lent) wake()
  })
  response.on('close', () => wake())
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
  let free = true
  try {
    for (;;) {
      const piece = await source.next(free ? buffer : undefined)
      if (response.destroyed) return
      if (piece === null) return void response.end()
      lent = piece.buffer === buffer.buffer
      free = !lent
      // The memory is ours again once the system has taken all of it, which is later than the connection's wish for more.
      const sent = (error?: Error | null): void => {
        if (!error) free = true
        wake()
      }
      const ready = response.write(piece, lent ? sent : undefined)
      if (lent || !ready) await new Promise<void>((resolve) => (wake = resolve))
      if (response.destroyed) return
    }
  } finally {
    if (free && spare.length < MAX_SPARE) spare.push(buffer)
    await source.close()
  }
}
