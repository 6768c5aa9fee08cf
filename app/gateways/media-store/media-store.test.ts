import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStore } from './disk-store.server.ts'
import { assertKey, type MediaStore, readWhole } from './media-store.ts'
import { s3Store } from './s3-store.server.ts'
import { sha256, signS3 } from './sign-s3.server.ts'

const KEYS = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }

/** A store of a few lines that recomputes each signature and refuses what does not match. */
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
  const expected = signS3({ method: request.method!, url, headers, bodySha256: sha256(body), at }, KEYS)
  return expected.authorization === authorization && request.headers['x-amz-content-sha256'] === sha256(body)
}

test('a signature equals the published example of Signature Version 4', () => {
  // From Amazon's documentation of the S3 API: "Example: GET Object".
  const signed = signS3(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      bodySha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      at: new Date('2013-05-24T00:00:00Z'),
    },
    { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' },
  )
  expect(signed.authorization).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})

test('the signature of a list equals the published example', () => {
  // From the same page: "Example: GET Bucket (List Objects)".
  const signed = signS3(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'),
      headers: {},
      bodySha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      at: new Date('2013-05-24T00:00:00Z'),
    },
    { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' },
  )
  expect(signed.authorization).toContain('Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

describe.each(['disk', 'S3'] as const)('the store on %s', (kind) => {
  let store: MediaStore
  let close: () => void
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'peach-store-'))
    const server = fakeS3(new Map())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    store = kind === 'disk' ? diskStore(folder) : s3Store({ url: `http://127.0.0.1:${port}/peach`, ...KEYS })
    close = () => server.close()
  })
  afterAll(() => {
    close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('what was put comes back, whole and in part', async () => {
    const bytes = Buffer.from('0123456789')
    await store.put('ab/cd/original', bytes, 'image/jpeg')
    expect(Buffer.from((await readWhole(store, 'ab/cd/original'))!)).toEqual(bytes)
    const part = await store.open('ab/cd/original', { from: 3, to: 5 })
    expect(await new Response(part).text()).toBe('345')
  })

  test('what is not there is null, and removing twice is no error', async () => {
    expect(await store.open('ab/nothing')).toBeNull()
    await store.put('ab/gone', Buffer.from('x'), 'image/jpeg')
    await store.remove('ab/gone')
    await store.remove('ab/gone')
    expect(await store.open('ab/gone')).toBeNull()
  })

  test('a key that steps out of the store is refused before anything is touched', async () => {
    for (const key of [
      '../secret',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      'a/./b',
      'A/b',
      'a\0b',
      '',
      'a/..',
      'a\\b',
      '%2e%2e/a',
    ]) {
      expect(() => assertKey(key)).toThrow('never made')
      await expect(store.open(key)).rejects.toThrow('never made')
    }
  })

  test('everything that is stored is listed with its size, over several pages', async () => {
    const wanted = ['aa/1/one', 'aa/2/two.jpeg', 'bb/3/three', 'exports/4/1-1', 'sealed/5/five']
    for (const [index, key] of wanted.entries()) await store.put(key, Buffer.alloc(index + 1), 'image/jpeg')
    const listed = (await Array.fromAsync(store.list())).flat()
    const ours = listed.filter(({ key }) => wanted.includes(key)).toSorted((one, other) => one.bytes - other.bytes)
    expect(ours.map(({ key, bytes }) => [key, bytes])).toEqual(wanted.map((key, index) => [key, index + 1]))
    for (const { changedAt } of listed) expect(changedAt.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
    for (const key of wanted) await store.remove(key)
    expect((await Array.fromAsync(store.list())).flat().some(({ key }) => wanted.includes(key))).toBe(false)
  })

  test('no half-written file is ever left behind', async () => {
    await store.put('zz/one', Buffer.alloc(50_000, 7), 'image/jpeg')
    if (kind === 'disk') expect(readdirSync(join(folder, 'zz'))).toEqual(['one'])
  })
})

test('a store whose folder was never made holds nothing', async () => {
  expect(await Array.fromAsync(diskStore(join(tmpdir(), randomUUID())).list())).toEqual([])
})

test('a wrong secret is refused by the store and reported as a failure', async () => {
  const server = fakeS3(new Map())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const store = s3Store({ url: `http://127.0.0.1:${port}/peach`, accessKey: KEYS.accessKey, secretKey: 'another' })
  await expect(store.put('ab/cd', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('403')
  server.close()
})
