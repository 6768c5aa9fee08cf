import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './html-cache.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
// Below this size, compressing costs more than the saved bytes are worth.
const WORTH_IT = 2_048
// A window of 128 KB holds a page; the usual one of 4 MB costs more to set up than compressing the page does.
const QUICK_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 }

/** Compresses a page for one person: quickly, because it happens on each request. Sets the matching `headers`. */
export async function compressPrivate(body: Buffer, headers: Headers, encoding: Encoding): Promise<Buffer> {
  headers.append('vary', 'accept-encoding')
  if (encoding === 'identity' || body.length < WORTH_IT) return body
  headers.set('content-encoding', encoding)
  return encoding === 'br'
    ? compressBrotli(body, { params: { ...QUICK_BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
    : compressGzip(body, { level: 1 })
}
