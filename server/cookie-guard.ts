/** Headers that let a cache keep a response, or recognise it again. */
const CACHE_HEADERS = [
  'etag',
  'last-modified',
  'expires',
  'age',
  'cdn-cache-control',
  'surrogate-control',
  'x-accel-expires',
]

/**
 * The last check before a response leaves: one that sets a cookie is made private to one browser, whatever its route decided about caching.
 * Returns whether it sets one.
 */
export function keepCookiesPrivate(headers: Headers): boolean {
  if (!headers.has('set-cookie')) return false
  for (const name of CACHE_HEADERS) headers.delete(name)
  headers.set('cache-control', 'private, no-store')
  const varies = headers.get('vary')
  if (varies !== '*' && !/(^|,)\s*cookie\s*(,|$)/i.test(varies ?? '')) headers.append('vary', 'Cookie')
  return true
}
