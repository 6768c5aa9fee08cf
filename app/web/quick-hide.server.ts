import { redirect, type MiddlewareFunction } from 'react-router'
import { to } from '#app/links.ts'
import { readCookie } from './cookies.server.ts'

/** Where quick hide redirects: a page that anybody might have open. */
export const HARMLESS_ADDRESS = 'https://www.google.com/'

/** Whether quick hide is on for this device. */
export function quickHideIsOn(request: Request): boolean {
  return readCookie(request, 'quick_hide') === '1'
}

/** Whether all pages are covered on this device until someone opens them again. */
export function isHidden(request: Request): boolean {
  return readCookie(request, 'quick_hide_now') === '1'
}

/** Covers every page after quick hide, so that going back in the browser shows nothing of the product. */
export const quickHideMiddleware: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  if (isHidden(request) && request.method === 'GET' && isDocument(request) && url.pathname !== to.quickHide)
    throw redirect(to.quickHide, 302)
  return next()
}

function isDocument(request: Request): boolean {
  const destination = request.headers.get('sec-fetch-dest')
  if (destination !== null) return destination === 'document'
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/** Whether the request comes from this site or from a typed address: another site must not be able to cover ours. */
export function comesFromOurPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const referer = request.headers.get('referer')
  return referer === null || new URL(request.url).host === hostOf(referer)
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null
}
