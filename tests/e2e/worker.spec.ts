import { createECDH } from 'node:crypto'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { base, confirmAdult, newAddress, signUpFan } from './people.ts'

test.use({ serviceWorkers: 'allow' })

/** The worker has begun to work for this page. */
async function workerOf(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Every address that any cache of the origin keeps. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const kept = await Promise.all(caches_.map((cache) => cache.keys()))
    return kept.flat().map(({ url }) => new URL(url).pathname)
  })
}

const shot = (page: Page, name: string) =>
  process.env.PEACH_SHOTS ? page.screenshot({ path: `${process.env.PEACH_SHOTS}/${name}.png` }) : Promise.resolve()

async function openWithoutNetwork(context: BrowserContext, page: Page, path: string): Promise<void> {
  await context.setOffline(true)
  await page.goto(base() + path)
}

test('LAYOUT-03 without network a page that is not saved says so, opens the last feed, and loads itself when the network is back', async ({
  page,
  context,
}) => {
  await confirmAdult(context)
  await page.goto(`${base()}/public-feed`)
  await workerOf(page)
  await openWithoutNetwork(context, page, '/amina_k')
  await expect(page.getByRole('heading', { name: 'This page is not saved yet' })).toBeVisible()
  await expect(page.locator('.banner')).toHaveText("You're offline.", { useInnerText: true })
  await shot(page, 'offline-nothing')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Amina K' })).toBeVisible()

  // The worker works for the whole visit now: a feed is saved when it is opened.
  await page.goto(`${base()}/public-feed`)
  await expect.poll(() => keptAddresses(page)).toContain('/offline/feed')
  await openWithoutNetwork(context, page, '/amina_k')
  await expect(page.locator('.banner')).toHaveText("You're offline. Showing saved content", { useInnerText: true })
  await shot(page, 'offline-saved')
  await page.getByRole('link', { name: /Last feed\s*Saved today, \d\d:\d\d/ }).click()
  await expect(page.getByRole('heading', { name: 'Peaches' })).toBeVisible()
  await expect(page.getByText(/^Saved today/)).toBeVisible()
  expect(await page.locator('article').count()).toBeGreaterThan(3)
  await expect
    .poll(() =>
      page.locator('article img').evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
  await shot(page, 'offline-feed')
  await page.goto(`${base()}/public-feed`)
  await expect(page.getByText(/^Saved today/)).toBeVisible()
})

test('no page of a person is in any cache after a walk, and signing out empties them', async ({ page }) => {
  await signUpFan(page, newAddress('cached'), 'Cached Fan')
  for (const path of ['/public-feed', '/profile', '/wallet', '/notifications', '/chat', '/public-feed']) {
    await page.goto(base() + path)
    await workerOf(page)
  }
  await expect.poll(() => keptAddresses(page)).toContain('/offline/feed')
  const kept = await keptAddresses(page)
  expect(kept.filter((path) => !/^\/(offline|offline\/feed|favicon\.svg|(assets|media)\/.*)$/.test(path))).toEqual([])
  const pictures = kept.filter((path) => path.startsWith('/media/'))
  const visitor = await Promise.all(pictures.map((path) => fetch(base() + path)))
  expect(visitor.map(({ status }) => status)).toEqual(pictures.map(() => 200))
  const texts = await page.evaluate(async () => {
    const pages = await Promise.all(['/offline', '/offline/feed'].map((path) => caches.match(path)))
    return Promise.all(pages.map((found) => found!.text()))
  })
  for (const text of texts) expect(text).not.toMatch(/Cached Fan|fans\.example|Sign Out/)
  await page.locator('summary').first().click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/public-feed'))
  expect(await keptAddresses(page)).toEqual([])
})

test('a worker of another build loses what it kept to the new one, and switched off it goes', async ({ page }) => {
  // At an address that starts no worker: a fast one would have cleaned up already.
  await page.goto(`${base()}/icons/icon-192.png`)
  await page.evaluate(async () => (await caches.open('peach-of-before')).put('/assets/gone.css', new Response('x')))
  await page.goto(`${base()}/public-feed`)
  await workerOf(page)
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(1)
  expect(await keptAddresses(page)).not.toContain('/assets/gone.css')
  // As `SERVICE_WORKER=off` sends it; from a file, which has no policy for scripts.
  await page.goto(`${base()}/icons/icon-192.png`)
  await page.evaluate(() => navigator.serviceWorker.register('/sw-off.js'))
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

/** The headless browser refuses notifications and has no push service: what a phone's browser would answer. */
async function answerAsPhone(context: BrowserContext): Promise<void> {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const keys = { p256dh: curve.getPublicKey('base64url'), auth: 'A'.repeat(22) }
  const endpoint = `https://fcm.googleapis.com/fcm/send/${keys.p256dh}`
  await context.addInitScript(
    (json) => {
      let subscription: object | null = null
      const held = sessionStorage.getItem('permission') ?? 'default'
      Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem('permission') ?? held })
      Notification.requestPermission = () => {
        sessionStorage.setItem('permission', 'granted')
        return Promise.resolve('granted')
      }
      const unsubscribe = () => {
        subscription = null
        return Promise.resolve(true)
      }
      const ours = { toJSON: () => json, unsubscribe }
      PushManager.prototype.getSubscription = () => Promise.resolve(subscription as PushSubscription | null)
      PushManager.prototype.subscribe = () => Promise.resolve((subscription = ours) as unknown as PushSubscription)
    },
    { endpoint, keys },
  )
}

test('NOTIFY-01b alerts are turned on and off on a device; nobody is asked before pressing the button', async ({
  page,
  context,
}) => {
  await signUpFan(page, newAddress('pushed'), 'Pushed Fan')
  await page.goto(`${base()}/profile/notifications`)
  await workerOf(page)
  await expect(page.getByText(/^This browser blocks notifications of Peach/)).toBeVisible()
  await answerAsPhone(context)
  await page.reload()
  const turnOn = page.getByRole('button', { name: 'Turn on notifications on this device' })
  await expect(turnOn).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('permission'))).toBeNull()
  await shot(page, 'push-off')
  await turnOn.click()
  const turnOff = page.getByRole('button', { name: 'Turn off notifications on this device' })
  await expect(turnOff).toBeVisible()
  await shot(page, 'push-on')
  await turnOff.click()
  await expect(turnOn).toBeVisible()
})

test('NOTIFY-01b the worker shows a message that is pushed to it, without a name', async ({ page, context }) => {
  await confirmAdult(context)
  await page.goto(`${base()}/public-feed`)
  await workerOf(page)
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(() => {
    const scope = self as unknown as { shown: unknown[]; registration: { showNotification: unknown } }
    scope.shown = []
    scope.registration.showNotification = (...shown: unknown[]) => Promise.resolve(scope.shown.push(shown))
  })
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const data = JSON.stringify({ text: 'You have a new message', id: 'entry', tag: 'message' })
  await session.send('ServiceWorker.deliverPushMessage', { origin: base(), registrationId: await registered, data })
  const shown = () => worker!.evaluate(() => (self as unknown as { shown: unknown[] }).shown)
  const options = { tag: 'message', data: 'entry', icon: '/icons/icon-192.png' }
  await expect.poll(shown).toEqual([['You have a new message', options]])
})
