import { patternOf, readRows, requestOf, type Ask, type Row } from '../authorization/matrix.ts'
import { ROLES, type Role } from '../authorization/world.ts'
import { to } from '#app/links.ts'
import { checkMediaKey, checkPictureKey } from '#app/domain/media/media-keys.server.ts'
import { now } from '#app/platform/clock.ts'
import type { StoredThing } from './objects.ts'
import type { Scan, Surface } from './scan.ts'
import { type LeakWorld, type Principal, PRINCIPALS } from './world.ts'

export const ORIGIN = 'http://localhost:3000'
const AT_ONCE = 6

export type Crawl = {
  ask: Ask
  scan: Scan
  made: LeakWorld
  /** The patterns of the route table. */
  patterns: readonly string[]
  /** Whether a check is done that many others resemble, of which one in so many is enough; by their running number. */
  oneIn: (count: number, nth: number) => boolean
  pagesByLinks: number
}

type Request = { path: string; init: RequestInit }

/** GET of every address of the matrix, its data, and what only this world has, as everybody. */
export async function crawlAddresses(crawl: Crawl): Promise<void> {
  const rows = readRows().filter((row) => row.method === 'GET' || row.method === 'HEAD')
  const more = addressesOf(crawl.made).map((path) => ({ method: 'GET', path, form: null }))
  for (const principal of PRINCIPALS) {
    const role = principal as Role
    // A file of a row may be gone after a request; such rows have a test of their own.
    const mine = rows.filter((row) => expectedOf(row, principal) !== '-')
    const person = PRINCIPALS.indexOf(principal)
    // Each address by some of them at least.
    const asked = [
      ...mine.filter(
        (row, nth) =>
          crawl.oneIn(3, nth + person) || !crawl.scan.visited.has(`GET ${patternOf(row.path, crawl.patterns)}`),
      ),
      ...more.filter((_, nth) => crawl.oneIn(8, nth + person)),
    ]
    await together(
      asked.map((row, nth) => async () => {
        const request = await requestOf(row, role, {
          world: crawl.made.world,
          token: crawl.made.token(principal),
          origin: ORIGIN,
        })
        const seen = await visit(crawl, request, principal, 'page')
        const [path, query] = request.path.split('?')
        const isPage = seen.type.startsWith('text/html') && seen.status === 200
        if (isPage && crawl.oneIn(4, nth))
          await visit(
            crawl,
            { ...request, path: `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}` },
            principal,
            'data',
          )
      }),
    )
  }
}

function expectedOf(row: Row, principal: Principal): string {
  return row.expected[(ROLES as readonly string[]).includes(principal) ? (principal as Role) : 'fan']
}

/** Pages of the objects of this world. */
export function addressesOf({ world, postIds, mediaIds, documentIds, uploadIds, creatorIds }: LeakWorld): string[] {
  const { mark } = world.ids
  return [
    ...['creator', 'other', 'hidden', 'applicant', 'fan'].flatMap((name) => [
      `/m_${name}_${mark}`,
      `/m_${name}_${mark}?posts=240`,
    ]),
    ...creatorIds.flatMap((id) => [
      to.creatorById(id),
      `${to.creatorById(id)}?posts=240`,
      `/gal/${id}`,
      `/gal/${id}?posts=240`,
      `/creators/${id}/subscribe`,
      `/tip/${id}`,
      `/admin/peaches/${id}`,
      ...documentIds.map((document) => `/admin/peaches/${id}/documents/${document}`),
    ]),
    ...postIds.flatMap((id) => [
      `/posts/${id}`,
      `/posts/${id}/unlock`,
      `/dashboard/posts/${id}`,
      `/dashboard/posts/${id}/edit`,
    ]),
    ...documentIds.map((id) => `/documents/${id}`),
    ...uploadIds.map((id) => `/uploads/${id}`),
    ...['request', 'promise', 'delivery'].flatMap((name) => [
      `/requests/${world.ids[name]}`,
      `/dashboard/requests/${world.ids[name]}`,
      `/dashboard/requests/${world.ids[name]}/delivery`,
    ]),
    '/public-feed?shown=240',
    '/unblocked-feed?shown=240',
    '/robots.txt',
    '/sitemap.xml',
    // Where a store or a spool would be, if it were served.
    ...mediaIds.slice(0, 3).flatMap((id) => [`/media/${id}`, `/protected-media/${id.slice(-2)}/${id}/original.jpeg`]),
  ]
}

/** Every stored object by its own address, as everybody: with their own key, and with keys and methods that are not for them. */
export async function crawlObjects(
  crawl: Crawl,
  principals: readonly Principal[] = PRINCIPALS,
  chosen: (thing: StoredThing) => boolean = () => true,
): Promise<void> {
  const { made, scan } = crawl
  const { world } = made
  const addresses = [...scan.things.values()].filter(
    (thing) => thing.mediaId !== null && thing.file !== null && chosen(thing),
  )
  for (const principal of principals) {
    const token = made.token(principal)
    const foreign = made.token(principal === 'creator' ? 'pass' : 'creator')
    await together(
      addresses.map((thing, nth) => async () => {
        const { mediaId, file, kind } = thing
        const turn = nth + PRINCIPALS.indexOf(principal)
        // Who has a right gets it each time, so that what is hidden from the others is known to be there.
        if (!thing.open.has(principal) && !crawl.oneIn(3, turn)) return
        const path = `/media/${mediaId}/${file}`
        const surface: Surface = kind === 'segment' || kind === 'preview' ? kind : 'media'
        const get = (address: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
          visit(
            crawl,
            { path: address, init: { ...init, headers: { ...headersOf(token), ...headers } } },
            principal,
            surface,
          )
        await get(world.bound(path, token))
        if (!crawl.oneIn(16, turn)) return
        // In another session's name, without a key, in parts, and as if it were known already.
        // Previews have no key, and pictures of pages none either.
        const open = kind === 'preview' || thing.page || thing.open.size === PRINCIPALS.length
        for (const address of [world.bound(path, foreign), path]) {
          const { status } = await get(address)
          if (!open && status < 300)
            scan.leaks.push({
              surface: 'media key',
              principal,
              where: address,
              what: 'bytes without a key of their own',
            })
        }
        await get(world.bound(path, token), { range: 'bytes=-200' })
        await get(world.bound(path, token), { 'if-none-match': '*' })
        await get(world.bound(path, token), {}, { method: 'HEAD' })
      }),
    )
    for (const mediaId of made.mediaIds.filter((id) => addresses.some((thing) => thing.mediaId === id)))
      for (const playlist of ['stream.m3u8', 'high.m3u8', 'free.mp4', 'thumbnails.vtt', 'w960.webp', 'w1200.jpeg'])
        if (crawl.oneIn(16, made.mediaIds.indexOf(mediaId) + PRINCIPALS.indexOf(principal)))
          await visit(
            crawl,
            { path: world.bound(`/media/${mediaId}/${playlist}`, token), init: { headers: headersOf(token) } },
            principal,
            'media',
          )
  }
}

/** Follows the links and pictures of the pages from the first page of each person. */
export async function crawlLinks(crawl: Crawl): Promise<void> {
  const { made } = crawl
  for (const principal of PRINCIPALS) {
    const token = made.token(principal)
    const waiting = [
      '/',
      '/public-feed',
      '/unblocked-feed',
      '/dashboard',
      '/admin',
      `/m_creator_${made.world.ids.mark}`,
    ]
    const known = new Set(waiting)
    let pages = 0
    while (waiting.length > 0 && pages < crawl.pagesByLinks) {
      const path = waiting.shift()!
      const { body, status, type, location } = await visit(
        crawl,
        { path, init: { headers: headersOf(token), redirect: 'manual' } },
        principal,
        path.startsWith('/media/') ? 'media' : 'page',
      )
      if (!path.startsWith('/media/')) pages += 1
      const links =
        status >= 300 && location ? [location] : type.startsWith('text/html') ? linksIn(body.toString()) : []
      for (const link of links) {
        if (known.has(link) || /^\/(assets|dev|__)/.test(link)) continue
        known.add(link)
        // Pictures first: their keys are of this page.
        if (link.startsWith('/media/')) waiting.unshift(link)
        else waiting.push(link)
      }
    }
  }
}

function linksIn(html: string): string[] {
  const found = html.matchAll(/(?:(?:href|src|poster|content)="|srcset="|, )(?:http:\/\/localhost:3000)?(\/[^"\s,]*)/gi)
  return [...new Set(Array.from(found, ([, path]) => path!.replaceAll('&amp;', '&').replace(/#.*/, '')))]
}

/** Every other method of the matrix's rows, each in a session of its own: some end it. */
export async function crawlForms(crawl: Crawl): Promise<void> {
  const rows = readRows().filter((row) => row.method !== 'GET' && row.method !== 'HEAD')
  for (const principal of ROLES) {
    for (const [nth, row] of rows.entries()) {
      const isNew = !crawl.scan.visited.has(`${row.method} ${patternOf(row.path, crawl.patterns)}`)
      if (row.expected[principal] === '-' || !(isNew || crawl.oneIn(16, nth + ROLES.indexOf(principal)))) continue
      const token = await crawl.made.world.session(principal)
      const request = await requestOf(row, principal, { world: crawl.made.world, token, origin: ORIGIN })
      await visit(crawl, request, principal, 'form')
    }
  }
}

export function headersOf(token: string | null): Record<string, string> {
  return { cookie: ['peach_adult=1', ...(token ? [`peach_session=${token}`] : [])].join('; '), origin: ORIGIN }
}

const MEDIA_KEYS = /\/media\/([\da-f-]{36})\/[\w.-]+\?k=([\w.-]+)/g

/** The keys of private media in somebody's page are those of their own session. */
async function noteForeignKeys(
  { scan, made }: Crawl,
  body: Buffer,
  { principal, where }: { principal: Principal; where: string },
): Promise<void> {
  const keys = [...body.toString('latin1').matchAll(MEDIA_KEYS)]
  if (keys.length === 0) return
  const sessionId = (await made.person(principal))?.sessionId ?? ''
  for (const [what, mediaId, key] of keys)
    if (
      checkMediaKey(key!, sessionId, mediaId!, now()) === 'foreign' &&
      !checkPictureKey(key!, sessionId, mediaId!, now())
    )
      scan.leaks.push({ surface: 'media key', principal, where, what })
}

export async function visit(
  crawl: Crawl,
  request: Request,
  principal: Principal,
  surface: Surface,
): Promise<{ body: Buffer; status: number; type: string; location: string | null }> {
  const { ask, scan, patterns } = crawl
  const method = request.init.method ?? 'GET'
  const path = request.path.replace(/\.data(?=$|\?)/, '')
  scan.visited.add(`${method === 'HEAD' ? 'GET' : method} ${patternOf(path, patterns)}`)
  const { response, body } = await scan.ask(ask, request, principal, surface)
  if (surface === 'page' || surface === 'data') await noteForeignKeys(crawl, body, { principal, where: request.path })
  return {
    body,
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    location: response.headers.get('location'),
  }
}

/** A few at once, as browsers ask. */
export async function together(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...tasks]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let task = waiting.shift(); task; task = waiting.shift()) await task()
    }),
  )
}
