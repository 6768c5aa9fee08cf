import type { WorkerScope } from './scope.ts'

/** What `SERVICE_WORKER=off` sends instead of the service worker: it deletes what was kept, and itself. */
const worker = self as unknown as Pick<WorkerScope, 'addEventListener' | 'skipWaiting'> & {
  registration: { unregister(): Promise<boolean> }
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(retire()))

async function retire(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await worker.registration.unregister()
}
