import { redirect, type MiddlewareFunction } from 'react-router'
import { readCookie } from './cookies.server.ts'

/** Where quick hide leads: a page that everybody has open now and then. */
export const HARMLESS_ADDRESS = 'https://www.google.com/'

/** Whether this device has quick hide switched on. */
export function quickHideIsOn(request: Request): boolean {
  return readCookie(request, 'quick_hide') === '1'
}

/** Whether everything is covered on this device, until somebody opens it again. */
export function isHidden(request: Request): boolean {
  return readCookie(request, 'quick_hide_now') === '1'
}

/** Covers every page after quick hide: going back in the browser's history shows nothing of ours. */
export const quickHideMiddleware: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  if (isHidden(request) && request.method === 'GET' && isDocument(request) && url.pathname !== '/quick-hide')
    throw redirect('/quick-hide', { status: 302, headers: { 'cache-control': 'no-store' } })
  return next()
}

function isDocument(request: Request): boolean {
  const destination = request.headers.get('sec-fetch-dest')
  if (destination !== null) return destination === 'document'
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/** Whether a page of ours asks, or an address that was typed: another site must not be able to cover ours. */
export function comesFromOurPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const referer = request.headers.get('referer')
  return referer === null || new URL(request.url).host === hostOf(referer)
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null
}
