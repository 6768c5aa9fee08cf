import { type APIRequestContext, expect, test } from '@playwright/test'
import { base } from './people.ts'
import { readTestData } from './screens.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

test('PROF-02c MEDIA-02a no byte of a locked original reaches a person without access, on any page or address', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const fixture = await readTestData(browser)
  const visitor = await windowOfVisitor(browser)
  const [okello, brian, amina] = await Promise.all([
    windowOf(browser, 'okello'),
    windowOf(browser, 'brian'),
    windowOf(browser, 'amina'),
  ])
  const own = await mediaOn(amina.request, '/amina_k?posts=240')
  const seen = {
    visitor: await mediaOn(visitor.request, '/amina_k?posts=240'),
    okello: await mediaOn(okello.request, '/amina_k?posts=240'),
    brian: await mediaOn(brian.request, '/amina_k?posts=240'),
  }
  for (const [name, context] of [
    ['visitor', visitor],
    ['okello', okello],
    ['brian', brian],
  ] as const) {
    const mediaIds = new Set([...seen[name]].map(idOf))
    const forbidden = [...own].filter((address) => !mediaIds.has(idOf(address)))
    expect(forbidden.length, `${name} lacks something`).toBeGreaterThan(1)
    const canaries: string[] = []
    for (const address of forbidden) {
      const bytes = Buffer.from(await (await amina.request.get(base() + address)).body())
      canaries.push(bytes.subarray(Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 24).toString('latin1'))
      for (const method of ['GET', 'HEAD']) {
        const refused = await context.request.fetch(base() + address, { method, headers: { range: 'bytes=0-' } })
        expect(refused.status(), `${method} ${address}`).toBe(403)
        expect(refused.headers()['cache-control']).toBe('private, no-store')
      }
    }
    // Everything that this person can reach: pages, their data, and the pictures they reference.
    const pages = [
      '/',
      '/public-feed?shown=10',
      '/amina_k?posts=240',
      `/creator/${fixture.aminaId}?posts=240`,
      `/gal/${fixture.aminaId}?posts=240`,
      '/unblocked-feed?shown=240',
      '/profile',
      '/subscribe',
      `/posts/${fixture.lockedPostId}/unlock`,
      `/creators/${fixture.aminaId}/subscribe`,
      `/tip/${fixture.aminaId}`,
    ].flatMap((path) => [path, path === '/' ? '/_root.data' : path.replace(/^([^?]+)/, '$1.data')])
    const addresses = new Set<string>()
    for (const path of pages) {
      const body = (await (await context.request.get(base() + path)).body()).toString('latin1')
      for (const id of new Set(forbidden.map(idOf)))
        expect(body.includes(id), `${path} names ${id} to ${name}`).toBe(false)
      for (const found of body.matchAll(MEDIA_URLS)) addresses.add(found[0])
      expectNone(body, canaries, path)
    }
    for (const address of addresses) {
      const answer = await context.request.get(base() + address)
      expect(answer.status(), address).toBe(200)
      expectNone((await answer.body()).toString('latin1'), canaries, address)
    }
  }
  await Promise.all([visitor, okello, brian, amina].map((context) => context.close()))
})

/** With the key that binds it to its viewer. */
const MEDIA_URLS = /\/media\/[0-9a-f-]{36}\/[\w.]+(?:\?k=[\w.-]+)?/g

function expectNone(body: string, canaries: string[], where: string): void {
  expect(
    canaries.some((canary) => body.includes(canary)),
    where,
  ).toBe(false)
}

async function mediaOn(request: APIRequestContext, path: string): Promise<Set<string>> {
  const html = await (await request.get(base() + path)).text()
  return new Set(Array.from(html.matchAll(MEDIA_URLS), ([address]) => address))
}

function idOf(address: string): string {
  return address.split('/')[2]!
}
