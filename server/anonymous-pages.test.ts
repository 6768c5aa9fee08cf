import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sourceRoutes } from '#tests/authorization/source-app.ts'
import { anonymousPages, sharedRequest } from './anonymous-pages.ts'
import { readPageFacts } from './page-facts.ts'

const COOKIES = { session: 'peach_session', flash: 'peach_flash', adult: 'peach_adult', quickHide: 'peach_quick_hide' }
const BASE = 'https://peach.example'
const anonymousPageOf = anonymousPages(await sourceRoutes())

function pageOf(url: string, headers: Record<string, string> = {}) {
  const request = { method: 'GET', url, rawHeaders: Object.entries(headers).flat() } as unknown as IncomingMessage
  return anonymousPageOf(request, readPageFacts(request), COOKIES)
}

describe('a page shared by visitors', () => {
  it('is rendered only from what its key names, and from nothing else of the request', () => {
    const page = pageOf('/public-feed?shown=8', {
      cookie: 'other=1; peach_adult=1',
      'save-data': 'on',
      host: 'evil.example',
      'x-forwarded-for': '1.2.3.4',
    })!
    expect(page.key).toBe('/public-feed?shown=8#as')
    const request = sharedRequest(page, BASE, COOKIES)
    expect(request.url).toBe('https://peach.example/public-feed?shown=8')
    expect([...request.headers]).toEqual([
      ['cookie', 'peach_adult=1'],
      ['save-data', 'on'],
    ])
    expect([...sharedRequest(pageOf('/amina_k')!, BASE, COOKIES).headers]).toEqual([])
  })

  it('is not given to a request with a session, a waiting message or quick hide, however the cookie is spelled', () => {
    for (const cookie of [
      'peach_session=x',
      'peach_session =x',
      'a=b;peach_session=x',
      '__Host-peach_session=x',
      'peach_flash = x',
      'peach_flash=x',
      'peach_quick_hide=1',
      'peach_quick_hide_now=1',
    ])
      expect(pageOf('/public-feed', { cookie }), cookie).toBeNull()
    expect(pageOf('/public-feed', { cookie: 'a=b', Cookie: 'peach_session=x' })).toBeNull()
  })

  it('SAFE-01 visitors with and without a confirmed age never share a page, and both sides read the cookie alike', () => {
    const adults: Record<string, boolean> = {
      'peach_adult=1': true,
      'peach_adult=%31': true,
      'peach_adult =1': true,
      'peach_adult=10': false,
      'xpeach_adult=1': false,
      'peach_adult=0; peach_adult=1': false,
      'peach_adult=1x': false,
    }
    for (const [cookie, adult] of Object.entries(adults)) {
      const page = pageOf('/public-feed', { cookie })!
      expect(page.key, cookie).toBe(adult ? '/public-feed#a-' : '/public-feed#--')
      expect(sharedRequest(page, BASE, COOKIES).headers.get('cookie'), cookie).toBe(adult ? 'peach_adult=1' : null)
    }
  })

  it('a query parameter that a page does not know changes nothing, so links from other sites share the page', () => {
    for (const [url, address] of Object.entries({
      '/public-feed?other=1': '/public-feed',
      '/public-feed?shown=8&other=1': '/public-feed?shown=8',
      '/amina_k?posts=48': '/amina_k?posts=48',
      '/amina_k?posts=47': '/amina_k',
      '/amina_k?fbclid=abc&utm_source=x': '/amina_k',
      '/?shown=8': '/',
      '/?__proto__=1': '/',
    }))
      expect(pageOf(url)!.address, url).toBe(address)
    // An open sheet is not shared; it is no reason for another page to be rendered anew.
    expect(pageOf('/public-feed?shown=8&more=amina_k')).toBeNull()
    expect(pageOf('/amina_k?more=amina_k')!.address).toBe('/amina_k')
    expect(pageOf('/public-feed?shown=8&expired=true')!.address).toBe('/public-feed?expired=true&shown=8')
  })

  it('made-up values of a query parameter share one page: the feed accepts only the values that it links to', () => {
    const keys = new Set<string>()
    for (let shown = 1; shown <= 20_000; shown += 1) keys.add(pageOf(`/public-feed?shown=${shown}`)!.key)
    expect([...keys]).toEqual(['/public-feed#--', '/public-feed?shown=8#--', '/public-feed?shown=10#--'])
    for (const url of [
      '/public-feed?shown=08',
      '/public-feed?shown=8%20',
      '/public-feed?shown=%3Cb%3E&shown=8',
      '/public-feed?shown=constructor',
      '/public-feed?expired=1',
      '/public-feed?expired=zzz',
      // Cutting through the middle of a character once threw here and stopped the server.
      `/public-feed?shown=${'a'.repeat(19)}%F0%9F%98%80`,
    ])
      expect(pageOf(url)!.key, url).toBe('/public-feed#--')
  })
})
