import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Encoding } from './html-cache.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
// Below this size, compressing costs more than the saved bytes are worth.
const WORTH_IT = 2_048
/** Up to this size a page is compressed in a fraction of a millisecond, less than handing it to another thread costs. */
const AT_ONCE = 131_072
// A window of 64 KB holds a page; the usual one of 4 MB costs more to set up than compressing the page does. Level 2 takes twice as long
// for a page that is a fourteenth smaller.
const QUICK_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 }
const QUICK_GZIP = { level: 1 }

// A page with its sheet inside is a quarter smaller than at the quick level.
const THOROUGH_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 }
const THOROUGH_GZIP = { level: 6 }

/**
 * Compresses a page that is rendered for one request, quickly because it happens on each; `thorough` for one that is opened with an empty
 * cache. Sets the matching `headers`.
 */
export async function compressPrivate(
  body: Buffer,
  headers: Headers,
  encoding: Encoding,
  thorough: boolean,
): Promise<Buffer> {
  headers.append('vary', 'accept-encoding')
  if (encoding === 'identity' || body.length < WORTH_IT) return body
  headers.set('content-encoding', encoding)
  if (thorough) {
    const params = { ...THOROUGH_BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return encoding === 'gzip' ? compressGzip(body, THOROUGH_GZIP) : compressBrotli(body, { params })
  }
  const atOnce = body.length <= AT_ONCE
  if (encoding === 'gzip') return atOnce ? gzipSync(body, QUICK_GZIP) : compressGzip(body, QUICK_GZIP)
  const options = { params: { ...QUICK_BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  return atOnce ? brotliCompressSync(body, options) : compressBrotli(body, options)
}
