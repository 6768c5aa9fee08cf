import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A page exactly as it is sent, in one encoding: only the writing is left to do. */
export type ReadyPage = { status: number; etag: string; headers: string[]; notModifiedHeaders: string[]; body: Buffer }
export type Encoding = 'br' | 'gzip' | 'identity'

/** What the cache requests when it has no fresh page. `cacheable` false: this response is for this request alone. */
export type Rendered = { status: number; headers: [string, string][]; body: Buffer; cacheable: boolean }

type Entry = { freshUntil: number; variants: Record<Encoding, ReadyPage> }

const FRESH_MS = 1_000
const MAX_ENTRIES = 500

/**
 * A short cache of whole anonymous pages. A page is served for at most one second from the start of its rendering, so that a change is
 * visible within a second; one rendering serves everybody who asks meanwhile.
 */
export class HtmlCache {
  #entries = new Map<string, Entry>()
  #filling = new Map<string, Promise<Entry | Rendered>>()

  /** The fresh page of a key, without waiting. */
  fresh(key: string, encoding: Encoding): ReadyPage | null {
    const entry = this.#entries.get(key)
    if (!entry || entry.freshUntil <= performance.now()) return null
    return entry.variants[encoding]
  }

  /** Whether a rendering is under way that `fill` would join. */
  isFilling(key: string): boolean {
    return this.#filling.has(key)
  }

  /** Renders once for all who wait. Returns the page, or what was rendered when it can't be shared. */
  async fill(key: string, encoding: Encoding, render: () => Promise<Rendered>): Promise<ReadyPage | Rendered> {
    let filling = this.#filling.get(key)
    const first = filling === undefined
    if (!filling) {
      filling = this.#render(key, render).finally(() => this.#filling.delete(key))
      this.#filling.set(key, filling)
    }
    const result = await filling
    if ('variants' in result) return result.variants[encoding]
    // Not shareable: only the first requester gets this response; the others ask for their own.
    return first ? result : render()
  }

  async #render(key: string, render: () => Promise<Rendered>): Promise<Entry | Rendered> {
    const begun = performance.now()
    const rendered = await render()
    if (!rendered.cacheable) return rendered
    const [br, gz] = await Promise.all([
      compressBrotli(rendered.body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: rendered.body.length },
      }),
      compressGzip(rendered.body, { level: 6 }),
    ])
    const entry: Entry = {
      freshUntil: begun + FRESH_MS,
      variants: {
        br: ready(rendered, 'br', br),
        gzip: ready(rendered, 'gzip', gz),
        identity: ready(rendered, 'identity', rendered.body),
      },
    }
    // Evict the oldest. There are few keys (addresses of pages); the bound is for scans with made-up names.
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value!)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }
}

function ready(rendered: Rendered, encoding: Encoding, body: Buffer): ReadyPage {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}-${encoding}"`
  const shared = [
    ...rendered.headers.flat(),
    'etag',
    etag,
    'vary',
    'accept-encoding, cookie, save-data',
    'cache-control',
    'private, no-cache',
  ]
  const headers = [...shared, 'content-length', String(body.length)]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  return { status: rendered.status, etag, headers, notModifiedHeaders: shared, body }
}

const BROTLI = taking('br')
const GZIP = taking('gzip')

/** The best encoding that a client accepts. A weight of zero means "not this one". */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  if (BROTLI.test(accepted)) return 'br'
  return GZIP.test(accepted) ? 'gzip' : 'identity'
}

function taking(name: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[0-9.]+\\s*)?(?:,|$)`)
}
