/** What the service worker uses of its own world: the compiler knows the page's, and can't have both. */
type Extendable = Event & { waitUntil(done: Promise<unknown>): void }

export type FetchEvent = Extendable & {
  request: Request
  clientId: string
  resultingClientId: string
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

export type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
  navigator: { connection?: { saveData?: boolean } }
}
