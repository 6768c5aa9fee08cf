import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import type pg from 'pg'
import sharp from 'sharp'
import { openOwner, startOwnProduct } from '../support/fixture.ts'
import { type Product, startProduct } from '../support/product.ts'
import { makeVideoFile } from '../support/videos.ts'
import { advance } from './payment-steps.ts'
import { confirmAdult, signIn } from './people.ts'

// These journeys move the clock and kill the server.
let shop: Product
let owner: pg.Client
let amina: BrowserContext
let page: Page
let story: string
const before = process.env.PEACH_URL

test.describe.configure({ mode: 'serial' })
test.use({
  launchOptions: ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    }),
})

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  shop = await startOwnProduct()
  process.env.PEACH_URL = shop.url
  owner = await openOwner(shop.dataDir)
  amina = await browser.newContext({ viewport: { width: 360, height: 800 }, hasTouch: true })
  await signIn(await amina.newPage(), 'amina@demo.peach.example')
})
test.afterAll(async () => {
  process.env.PEACH_URL = before
  await owner?.end()
  await shop?.remove()
})
test.beforeEach(async () => {
  page = await amina.newPage()
})
test.afterEach(() => page.close())

const photo = async (name: string, background: string, edge = 400) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: edge, height: edge, channels: 3, background, noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .jpeg({ quality: 80 })
    .toBuffer(),
})
const names = async () =>
  (await page.locator('[data-medium] .tile-face > .visually-hidden').allInnerTexts()).map(
    (text) => /, ([^,]+): change/.exec(text)?.[1],
  )
const post = () => page.getByRole('button', { name: 'Post', exact: true }).last()

async function newPost(caption: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/posts/new`)
  await expect(page.getByText('Add photos')).toBeVisible()
  await page.getByLabel('Caption').fill(caption)
}

const addPhotos = (files: Awaited<ReturnType<typeof photo>>[]) =>
  page.locator('input[type=file][multiple][accept="image/*"]').setInputFiles(files)

/** Posts it, waits until its media are ready and it is published, and returns its id. */
async function posted(caption: string): Promise<string> {
  await post().click()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  return published(caption)
}

async function published(caption: string): Promise<string> {
  await expect(async () => {
    const { rows } = await owner.query<{ state: string }>(`select state from posts where caption = $1`, [caption])
    expect(rows.map((row) => row.state)).toEqual(['published'])
  }).toPass({ timeout: 90_000 })
  const { rows } = await owner.query<{ id: string }>(`select id from posts where caption = $1`, [caption])
  return rows[0]!.id
}

const mediaOf = async (postId: string) =>
  (
    await owner.query<{ id: string; kind: string }>(
      `select m.id, m.kind from post_media pm join media m on m.id = pm.media_id where pm.post_id = $1 order by pm.position`,
      [postId],
    )
  ).rows

const FILES = { photo: ['w320.webp', 'original'], video: ['video.mp4', 'w320.webp'], voice: ['audio'] } as const

/** What somebody without a right gets for each file of these media, at the addresses without a key. */
async function answersFor(context: BrowserContext, media: { id: string; kind: string }[]): Promise<number[]> {
  const addresses = media.flatMap(({ id, kind }) =>
    FILES[kind as keyof typeof FILES].map((file) => `/media/${id}/${file}`),
  )
  return Promise.all(addresses.map(async (address) => (await context.request.get(shop.url + address)).status()))
}

async function aVisitor(browser: Browser): Promise<BrowserContext> {
  const visitor = await browser.newContext({ viewport: { width: 360, height: 800 } })
  await confirmAdult(visitor, shop.url)
  return visitor
}

test('DASH-03a a set of three photos is put in order with the keyboard and with a finger, and one of them is free to see', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const caption = 'Three of them'
  await newPost(caption)
  await addPhotos([
    await photo('one.jpg', '#7a2d5d'),
    await photo('two.jpg', '#e0653d'),
    await photo('three.jpg', '#15683f'),
  ])
  await expect(page.locator('[data-medium]')).toHaveCount(3, { timeout: 30_000 })
  expect(await names()).toEqual(['one.jpg', 'two.jpg', 'three.jpg'])
  await expect(page.getByText('Photos are watermarked for each fan')).toBeVisible()

  // With the keyboard, the last one to the front: twice the same keys.
  await page.locator('[data-medium] summary').last().focus()
  for (const place of [2, 1]) {
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Move earlier' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Photo moved: now ${place} of 3.`)).toBeAttached()
    await expect(page.locator('[data-medium] summary').nth(place - 1)).toBeFocused()
    await page.keyboard.press('Escape')
  }
  expect(await names()).toEqual(['three.jpg', 'one.jpg', 'two.jpg'])

  // With a finger that rests on the first and moves to the last.
  const [from, over] = await Promise.all(
    [0, 2].map(async (index) => (await page.locator('[data-medium]').nth(index).boundingBox())!),
  )
  const touch = await amina.newCDPSession(page)
  const at = (box: typeof from, share = 0.5) => [{ x: box!.x + box!.width * share, y: box!.y + box!.height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
  await expect(page.locator('.media-tile-lifted')).toHaveCount(1)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(over, 0.3) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(over) })
  await expect(page.locator('.media-tile-over')).toHaveCount(1)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByText('Photo moved: now 3 of 3.')).toBeAttached()
  expect(await names()).toEqual(['one.jpg', 'two.jpg', 'three.jpg'])

  await page.locator('[data-medium] summary').nth(1).click()
  await page.getByRole('button', { name: 'Free to see' }).click()
  await expect(page.locator('[data-medium]').nth(1).getByText('Free')).toBeVisible()
  await page.getByText('Pay to unlock', { exact: true }).click()
  await page.getByText('50,000', { exact: true }).click()
  await page.getByText('More options').click()
  await page.getByLabel('Tags').fill('dance, kampala')
  await page.getByLabel('Category').selectOption('dance')
  await page.getByText('Pin to the top of my page').click()
  await page.screenshot({ path: 'test-reports/by-hand/composer-set.png', fullPage: true })
  const media = await mediaOf(await posted(caption))

  const visitor = await aVisitor(browser)
  expect(await answersFor(visitor, [media[1]!])).toEqual([200, 200])
  expect(await answersFor(visitor, [media[0]!, media[2]!])).toEqual([403, 403, 403, 403])
  const stranger = await visitor.newPage()
  await stranger.goto(`${shop.url}/amina_k`)
  const card = stranger.getByRole('article', { name: caption })
  await expect(card.getByText('Free to see')).toBeVisible()
  await expect(card.getByText('Dance #dance #kampala')).toBeVisible()
  await expect(card.getByText('Pinned')).toBeVisible()
  await expect(card.getByText('Photo set, 3 photos')).toBeVisible()
  // One picture besides the blurred preview, which is in the page itself.
  const shown = await card.locator('img').evaluateAll((pictures) => pictures.map((one) => one.getAttribute('src')!))
  expect(shown.filter((src) => !src.startsWith('data:')).every((src) => src.includes(media[1]!.id))).toBe(true)
  await card.scrollIntoViewIfNeeded()
  await stranger.screenshot({ path: 'test-reports/by-hand/free-item.png' })
  await visitor.close()
})

test('MEDIA-04b DASH-03a PROF-07b PROF-07c PROF-07d a video, a recorded voice note and a story are posted from a phone, and a stranger gets nothing of them', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  await newPost('A video from the lake')
  await page
    .locator('input[type=file][accept="video/*"]')
    .setInputFiles({ name: 'lake.mp4', mimeType: 'video/mp4', buffer: makeVideoFile('lake.mp4', { seconds: 2 }) })
  await expect(page.locator('[data-medium]')).toHaveCount(1, { timeout: 30_000 })
  // The open page says by itself when the video is ready, and keeps what was typed.
  await expect(page.locator('[data-medium] .tile-done')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByLabel('Caption')).toHaveValue('A video from the lake')
  const video = await posted('A video from the lake')

  await newPost('Good night')
  await page.getByRole('button', { name: 'Record voice' }).click()
  await page.getByRole('button', { name: /Stop, 0:(0[2-9]|1)/ }).click({ timeout: 10_000 })
  await expect(page.locator('[data-medium]')).toHaveCount(1, { timeout: 30_000 })
  const voice = await posted('Good night')

  await newPost('Gone by tomorrow')
  await addPhotos([await photo('today.jpg', '#145c93')])
  await expect(page.locator('[data-medium]')).toHaveCount(1, { timeout: 30_000 })
  await page.getByText('More options').click()
  await page.getByText('Story', { exact: true }).click()
  story = await posted('Gone by tomorrow')

  const media = [...(await mediaOf(video)), ...(await mediaOf(voice)), ...(await mediaOf(story))]
  expect(media.map(({ kind }) => kind)).toEqual(['video', 'voice', 'photo'])
  const visitor = await aVisitor(browser)
  expect(new Set(await answersFor(visitor, media))).toEqual(new Set([403]))
  await visitor.close()

  await page.goto(`${shop.url}/posts/${voice}`)
  const sound = await page.locator('audio').getAttribute('src')
  const played = await amina.request.get(shop.url + sound!)
  expect([played.status(), played.headers()['content-type']]).toEqual([200, 'audio/mp4'])
  await page.goto(`${shop.url}/posts/${story}`)
  await expect(page.getByText(/2[34] h left/)).toBeVisible()
})

test('PROF-07i DASH-03b DASH-03e a scheduled post with a poll is published at its time on top of the page; a story is gone after a day', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  await newPost('')
  await page.getByText('Poll', { exact: true }).click()
  await page.getByLabel('Question').fill('Which costume?')
  await page.getByLabel('Option 1').fill('Red')
  await expect(page.getByLabel('Option 3')).toBeHidden()
  await page.getByLabel('Option 2').fill('Gold')
  await page.getByLabel('Option 3').fill('Both')
  await page.getByText('Everybody', { exact: true }).click()
  await page.getByText('More options').click()
  await page.getByText('Later').click()
  const time = new Date(Date.now() + 3 * 3_600_000 + 86_400_000 * 2).toISOString()
  await page.getByLabel('Date').fill(time.slice(0, 10))
  await page.getByLabel('Time').fill('19:30')
  await page.getByText('Pin to the top of my page').click()
  await page.screenshot({ path: 'test-reports/by-hand/composer-poll.png', fullPage: true })
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()

  const visitor = await aVisitor(browser)
  const stranger = await visitor.newPage()
  await stranger.goto(`${shop.url}/amina_k`)
  await expect(stranger.getByText('Which costume?')).toHaveCount(0)
  const storyPage = async () => (await visitor.request.get(`${shop.url}/posts/${story}`)).status()
  expect(await storyPage()).toBe(200)

  await advance(shop, 'P3D')
  await expect(async () => {
    await stranger.goto(`${shop.url}/amina_k`)
    await expect(stranger.getByText('Which costume?')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  expect(await storyPage()).toBe(404)
  const first = stranger.getByRole('article').first()
  await expect(first.getByText('Pinned')).toBeVisible()
  await visitor.close()
})

test('MEDIA-01a an upload goes on after the server was killed in the middle of it, and is one photo of the post', async () => {
  test.setTimeout(180_000)
  await newPost('Through the crash')
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  // Slow enough to be hit: the phone sends 60 KB a second.
  const network = await amina.newCDPSession(page)
  const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 60_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await addPhotos([await photo('crash.jpg', '#795702', 1400)])
  await expect(page.locator('.tile-veil b')).toHaveText(/[1-9]\d?%/, { timeout: 30_000 })
  const port = Number(new URL(shop.url).port)
  await shop.kill()
  await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 })
  await expect(page.getByText('No connection. It continues by itself.')).toBeVisible({ timeout: 30_000 })
  shop = await startProduct({ dataDir: shop.dataDir, port, env: { BUDGET_FACTOR: '100' } })
  await owner.end().catch(() => {})
  owner = await openOwner(shop.dataDir)
  await expect(page.locator('[data-medium]')).toHaveCount(1, { timeout: 60_000 })
  expect(await mediaOf(await posted('Through the crash'))).toHaveLength(1)
})

test('MEDIA-02 what waits on a phone to be uploaded is gone when its owner signs out there', async () => {
  await newPost('Never sent')
  await amina.route('**/uploads/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await addPhotos([await photo('private.jpg', '#7a2d5d')])
  await expect(page.locator('.media-tile')).toHaveCount(1)
  const stores = () => page.evaluate(async () => (await indexedDB.databases()).map((store) => store.name))
  await expect(async () => expect(await stores()).toContain('peach-files')).toPass()
  await page.goto(`${shop.url}/dashboard`)
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/sign-out' })
    document.body.append(form)
    form.submit()
  })
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  expect(await stores()).toEqual([])
})
