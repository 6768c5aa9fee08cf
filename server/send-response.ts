import type { ServerResponse } from 'node:http'
import { sendResponse as sendStream } from '@remix-run/node-fetch-server'
import { type ByteSource, knownSource } from '#app/platform/byte-source.server.ts'

/** Sends a response of a route; the bytes of a stored file without the streams of the web between the disk and the connection. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const source = answer.body ? knownSource(answer.body) : null
  if (!source) return sendStream(response, answer)
  response.writeHead(answer.status, [...answer.headers].flat())
  await sendSource(response, source).catch(() => response.destroy())
}

/** Nothing is read before the connection has taken what came before. */
async function sendSource(response: ServerResponse, source: ByteSource): Promise<void> {
  let wake = (): void => {}
  response.on('drain', () => wake())
  response.on('close', () => wake())
  try {
    for (;;) {
      const piece = await source.next()
      if (response.destroyed) return
      if (piece === null) return void response.end()
      if (!response.write(piece)) await new Promise<void>((resolve) => (wake = resolve))
      if (response.destroyed) return
    }
  } finally {
    await source.close()
  }
}
