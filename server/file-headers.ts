import type { SecurityHeaders } from './security-headers.ts'

const WORKER = '/sw.js'
/** Removes the worker of a browser that has one. */
const RETIRED_WORKER = '/sw-off.js'

/** The file that an address names: with `SERVICE_WORKER=off` the worker is another one. */
export function fileAddress(url: string, settings: { serviceWorker: boolean }): string {
  return url === WORKER && !settings.serviceWorker ? RETIRED_WORKER : url
}

/** A worker reaches our server alone, and runs no script but its own. */
const WORKER_POLICY = `default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

/** The headers of a file of the build. Browsers ask for the worker at each page, so that a new one takes over at once. */
export function fileHeaders(path: string, security: Pick<SecurityHeaders, 'files'>): [string, string][] {
  if (path === WORKER || path === RETIRED_WORKER)
    return [...security.files, ['content-security-policy', WORKER_POLICY], ['cache-control', 'no-cache']]
  const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  return [...security.files, ['cache-control', kept]]
}
