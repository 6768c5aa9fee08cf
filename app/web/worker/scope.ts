/** What the service worker uses of its own world: the compiler knows the page's, and can't have both. */
type Extendable = Event & { waitUntil(done: Promise<unknown>): void }

export type FetchEvent = Extendable & {
  request: Request
  clientId: string
  resultingClientId: string
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

export type PushEvent = Extendable & { data: { json(): unknown } | null }

export type ClickEvent = Extendable & { notification: Notification }

export type WorkerScope = {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; openWindow(address: string): Promise<unknown> }
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  navigator: { connection?: { saveData?: boolean } }
}
