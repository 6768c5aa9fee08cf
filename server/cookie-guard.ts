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

/** The rule for caches of every response that names no other: nobody stores it. Routes do not repeat it. */
export const PRIVATE = 'private, no-store'

/**
 * The last step before a response leaves: without a rule for caches it gets PRIVATE, and one that sets a cookie gets it whatever its route
 * decided. Returns whether it sets a cookie.
 */
export function keepPrivate(headers: Headers): boolean {
  if (!headers.has('cache-control')) headers.set('cache-control', PRIVATE)
  if (!headers.has('set-cookie')) return false
  for (const name of CACHE_HEADERS) headers.delete(name)
  headers.set('cache-control', PRIVATE)
  const varies = headers.get('vary')
  if (varies !== '*' && !/(^|,)\s*cookie\s*(,|$)/i.test(varies ?? '')) headers.append('vary', 'Cookie')
  return true
}
