import { now } from '#app/platform/clock.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import type { PushedNotice } from '#app/domain/notifications/push-message.ts'
import type { FetchEvent, WorkerScope } from './scope.ts'

// Set by the build (bin/build-workers.ts).
declare const BUILD: string
declare const ADDRESSES: { offline: string; offlineFeed: string; feeds: string[]; notifications: string }
const { offline: OFFLINE, offlineFeed: FEED, feeds: FEEDS, notifications: NOTIFICATIONS } = ADDRESSES

/** Everything that is kept. Each build has its own: the pages of an older one name files that are gone. */
const CACHE = `peach-${BUILD}`
const FEED_MINUTES = 60
const ICON = '/icons/icon-192.png'
const worker = self as unknown as WorkerScope

/** Windows that show a page from the cache: only their files are looked for in it. */
const showingSaved = new Set<string>()

worker.addEventListener('install', (event) => event.waitUntil(save(OFFLINE).then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') {
    if (request.method === 'GET') event.respondWith(openPage(event))
  } else if (showingSaved.has(event.clientId)) event.respondWith(savedFile(request))
})

worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Partial<PushedNotice>)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const id = event.notification.data as string | null
  event.waitUntil(worker.clients.openWindow(id ? `${NOTIFICATIONS}/${id}` : NOTIFICATIONS))
})

/** Shows the discreet text, and nothing else. News of one topic replace each other, so that a busy day is one line each. */
function show({ text = 'You have news', id = null, tag = 'news' }: Partial<PushedNotice> = {}): Promise<void> {
  return worker.registration.showNotification(text, { tag, data: id, icon: ICON })
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  // The page is asked for while the worker starts.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** A page comes from the server and is never kept. Where no answer comes, a page that is the same for everybody takes its place. */
async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    if (answer.ok && isFeed(event.request)) event.waitUntil(saveFeed())
    return answer
  } catch {
    return openSaved(event)
  }
}

const isFeed = ({ url }: Request): boolean => FEEDS.includes(new URL(url).pathname)

/** The last public feed, for somebody who asks for a feed; else the page that says that this one is not saved. */
async function openSaved({ request, resultingClientId }: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE)
  const [offline, feed] = await Promise.all([cache.match(OFFLINE), cache.match(FEED)])
  const isShown = feed !== undefined && (isFeed(request) || new URL(request.url).pathname === FEED)
  const found = isShown ? feed : offline
  if (!found) return Response.error()
  showingSaved.add(resultingClientId)
  const html = await found.text()
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  headers.set('content-security-policy', found.headers.get('content-security-policy') ?? "default-src 'self'")
  return new Response(feed ? withSavedTime(html, savedAt(feed)) : html, { status: isShown ? 200 : 503, headers })
}

/** What the page says of a saved feed is hidden until there is one. */
function withSavedTime(html: string, at: Date): string {
  const day = showDate(at) === showDate(now()) ? 'today' : showDate(at)
  return html.replaceAll(' hidden=""', '').replaceAll('{saved}', `${day}, ${showClock(at)}`)
}

const savedAt = (page: Response): Date => new Date(page.headers.get('date') ?? 0)

async function savedFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(request)) ?? fetch(request)
}

/** After a feed was opened, at most once an hour, and not where somebody saves data. */
async function saveFeed(): Promise<void> {
  if (worker.navigator.connection?.saveData) return
  const cache = await caches.open(CACHE)
  const kept = await cache.match(FEED)
  const age = kept ? now().getTime() - savedAt(kept).getTime() : Infinity
  if (age > FEED_MINUTES * 60_000) await save(FEED)
}

const FILES = /(?:href|src)="(\/(?:assets|media)\/[^"#]+|\/favicon\.svg)/g

/** Keeps a page with the files that it names. One that the server refuses is not kept: nobody confirmed their age yet. */
async function save(address: string): Promise<void> {
  const page = await fetch(address)
  if (!page.ok || page.redirected) return
  const html = await page.clone().text()
  const cache = await caches.open(CACHE)
  const files = new Set(Array.from(html.matchAll(FILES), ([, file]) => file!))
  // Without the account: only what everybody may see is kept. A picture that is missing leaves a gap, not an error.
  await Promise.allSettled([...files].map((file) => cache.add(new Request(file, { credentials: 'omit' }))))
  await cache.put(address, page)
}
