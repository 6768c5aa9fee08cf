import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sha256, signS3 } from '#app/gateways/media-store/sign-s3.server.ts'

export const S3_KEYS = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}

/** The endpoint and bucket that S3_URL names. `objects` contains what is stored, by path. */
export type FakeS3 = { url: string; objects: Map<string, Buffer>; close(): void }

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const server = fakeS3(objects)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/peach`,
    objects,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A minimal store that recomputes each signature and refuses what does not match. */
function fakeS3(objects: Map<string, Buffer>): Server {
  return createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      if (!isSigned(request, body)) return response.writeHead(403).end('SignatureDoesNotMatch')
      const path = request.url!
      if (path.includes('?')) return response.writeHead(200).end(listPage(objects, path))
      if (request.method === 'PUT') {
        objects.set(path, body)
        return response.writeHead(200).end()
      }
      const found = objects.get(path)
      if (!found) return response.writeHead(404).end('NoSuchKey')
      if (request.method === 'DELETE') {
        objects.delete(path)
        return response.writeHead(204).end()
      }
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      if (!range) return response.writeHead(200).end(found)
      return response.writeHead(206).end(found.subarray(Number(range[1]), Number(range[2]) + 1))
    })()
  })
}

/** Two objects a page, in the order of their keys. */
function listPage(objects: Map<string, Buffer>, path: string): string {
  const token = new URL(path, 'http://store').searchParams.get('continuation-token')
  const from = token === null ? 0 : Number(token.slice('from +/='.length))
  const all = [...objects].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const contents = all
    .slice(from, from + 2)
    .map(
      ([name, { length }]) =>
        `<Contents><Key>${name.slice('/peach/'.length)}</Key><LastModified>2026-11-22T10:00:00.000Z</LastModified><Size>${length}</Size></Contents>`,
    )
  const next = from + 2 < all.length ? `<NextContinuationToken>from +/=${from + 2}</NextContinuationToken>` : ''
  return `<ListBucketResult><Name>peach</Name>${next}${contents.join('')}</ListBucketResult>`
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const authorization = request.headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const stamp = String(request.headers['x-amz-date'])
  const at = new Date(stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))
  const headers: Record<string, string> = {}
  for (const name of names)
    if (name !== 'host' && !name.startsWith('x-amz-')) headers[name] = String(request.headers[name])
  const url = new URL(`http://${request.headers.host}${request.url}`)
  const expected = signS3({ method: request.method!, url, headers, bodySha256: sha256(body), at }, S3_KEYS)
  return expected.authorization === authorization && request.headers['x-amz-content-sha256'] === sha256(body)
}
