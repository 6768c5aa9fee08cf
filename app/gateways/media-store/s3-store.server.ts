import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { assertKey, type MediaStore, type StoredObject } from './media-store.ts'
import { EMPTY_SHA256, queryOf, type S3Keys, sha256, signS3 } from './sign-s3.server.ts'

const PATIENCE_MS = 20_000
const SLOWEST_BYTES_PER_MS = 1_000

/**
 * Stores objects in an S3-compatible store. `url` names the endpoint and the bucket, as in `https://s3.eu-west-1.amazonaws.com/peach`.
 * Signatures use the machine's time, since the store compares it with its own.
 */
export function s3Store(options: { url: string; accessKey: string; secretKey: string }): MediaStore {
  const base = options.url.replace(/\/+$/, '')
  const keys: S3Keys = { accessKey: options.accessKey, secretKey: options.secretKey, region: regionOf(base) }

  type Body = { content: Uint8Array | Blob; sha256: string }

  function ask(method: string, key: string, headers: Record<string, string>, body?: Body): Promise<Response> {
    assertKey(key)
    return send(method, new URL(`${base}/${key}`), headers, body)
  }

  async function send(method: string, url: URL, headers: Record<string, string>, body?: Body): Promise<Response> {
    const bodySha256 = body?.sha256 ?? EMPTY_SHA256
    const signed = signS3({ method, url, headers, bodySha256, at: new Date() }, keys)
    // The timeout covers only the answer's headers: a long video may take longer to arrive.
    const impatience = new AbortController()
    const patience = PATIENCE_MS + (body?.content instanceof Blob ? body.content.size / SLOWEST_BYTES_PER_MS : 0)
    const timer = setTimeout(() => impatience.abort(), patience)
    try {
      return await fetch(url, {
        method,
        headers: signed,
        body: (body?.content as BodyInit | undefined) ?? null,
        signal: impatience.signal,
        redirect: 'error',
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(key, bytes, contentType) {
      const body = { content: bytes, sha256: sha256(bytes) }
      await expectDone(await ask('PUT', key, { 'content-type': contentType }, body), 'PUT')
    },
    async putFile(key, path, contentType) {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
      const body = { content: await openAsBlob(path), sha256: hash.digest('hex') }
      await expectDone(await ask('PUT', key, { 'content-type': contentType }, body), 'PUT')
    },
    async open(key, range) {
      const response = await ask('GET', key, range ? { range: `bytes=${range.from}-${range.to}` } : {})
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      // A store that ignores the range would send other bytes than those we announced.
      if (response.status !== (range ? 206 : 200)) await fail(response, 'GET')
      return response.body
    },
    async remove(key) {
      const response = await ask('DELETE', key, {})
      if (response.status !== 404) await expectDone(response, 'DELETE')
      else await response.body?.cancel()
    },
    async *list() {
      let next: string | null = null
      do {
        const query = queryOf([['list-type', '2'], ...(next === null ? [] : [['continuation-token', next] as const])])
        const response = await send('GET', new URL(`${base}?${query}`), {})
        if (!response.ok) await fail(response, 'a list')
        const page = await response.text()
        yield readObjects(page)
        next = partOf(page, 'NextContinuationToken')
      } while (next !== null)
    },
  }
}

/** The objects of a page of ListObjectsV2. Our keys contain no character that XML escapes. */
function readObjects(page: string): StoredObject[] {
  return [...page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, content = '']) => ({
    key: partOf(content, 'Key') ?? '',
    bytes: Number(partOf(content, 'Size')),
    changedAt: new Date(partOf(content, 'LastModified') ?? ''),
  }))
}

function partOf(xml: string, name: string): string | null {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null
}

async function expectDone(response: Response, method: string): Promise<void> {
  if (!response.ok) await fail(response, method)
  await response.body?.cancel()
}

async function fail(response: Response, method: string): Promise<never> {
  await response.body?.cancel()
  throw new Error(`the object store answered ${response.status} to ${method}`)
}

/** Amazon names the region in the host; other stores accept their default. */
function regionOf(url: string): string {
  return /\bs3[.-]([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com/.exec(new URL(url).host)?.[1] ?? 'us-east-1'
}
