import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type pg from 'pg'
import { openOwner, startOwnProduct } from '../support/fixture.ts'
import type { Product } from '../support/product.ts'
import { makeVideoFile } from '../support/videos.ts'
import { becomeFan } from './payment-steps.ts'
import { confirmAdult, scriptStarted, signIn } from './people.ts'

// Rights end in these journeys, so they have a server of their own.
let shop: Product
let owner: pg.Client
let post: string
let mediaId: string
const before = process.env.PEACH_URL

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  shop = await startOwnProduct()
  process.env.PEACH_URL = shop.url
  owner = await openOwner(shop.dataDir)
  const amina = await browser.newContext({ viewport: { width: 360, height: 800 } })
  const page = await amina.newPage()
  await signIn(page, 'amina@demo.peach.example')
  await page.goto(`${shop.url}/dashboard/posts/new`)
  await expect(page.getByText('Add photos')).toBeVisible()
  const film = {
    name: 'lake.mp4',
    mimeType: 'video/mp4',
    buffer: makeVideoFile('lake.mp4', { seconds: 62, size: '640x400' }),
  }
  await page.locator('input[type=file][multiple][accept="video/*"]').setInputFiles([film])
  await page.getByLabel('Caption').fill('By the lake, the whole walk')
  await expect(page.locator('.media-tile')).toHaveCount(1)
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeEnabled({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  await expect(async () => {
    const { rows } = await owner.query<{ id: string; media: string }>(
      `select p.id, m.id as media from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
       where p.caption = 'By the lake, the whole walk' and p.state = 'published' and m.state = 'ready'`,
    )
    expect(rows).toHaveLength(1)
    post = rows[0]!.id
    mediaId = rows[0]!.media
  }).toPass({ timeout: 200_000 })
  await amina.close()
})
test.afterAll(async () => {
  process.env.PEACH_URL = before
  await owner?.end()
  await shop?.remove()
})

async function aHolder(context: BrowserContext, name: string): Promise<string> {
  await confirmAdult(context, shop.url)
  const email = await becomeFan(context, shop, name)
  await owner.query(
    `insert into user_access (id, user_id, reason) select gen_random_uuid(), id, 'journey' from profiles where email = $1`,
    [email],
  )
  return email
}

const video = (page: Page) => page.locator(`article video`).first()
const timeOf = (page: Page) => video(page).evaluate((one: HTMLVideoElement) => one.currentTime)
const play = (page: Page) => video(page).evaluate((one: HTMLVideoElement) => one.play().catch(() => {}))

test('MEDIA-01h MEDIA-02a MEDIA-03b somebody with a right plays a video with their name over it, and within a second of the end of the right it stops with the reason', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const email = await aHolder(context, 'Sarah')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(`${shop.url}/posts/${post}`)
  await expect(video(page)).toBeVisible()
  // Before it is started the page loads nothing of it but its poster.
  expect(asked.filter((path) => /m3u8|m4s|mp4|watch/.test(path))).toEqual([])
  await play(page)
  await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(1)
  expect(asked.some((path) => path.endsWith('.m4s'))).toBe(true)

  await expect(page.locator('.player-mark')).toContainText(/^@?\S+ .*20\d\d-\d\d-\d\d$/)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  for (const button of await page.locator('.video-stage button').all()) {
    const box = (await button.boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  }
  const sprite = page.waitForResponse((answer) => answer.url().includes('/sprite.jpeg'))
  await page.getByRole('slider', { name: 'Position' }).hover()
  expect((await sprite).status()).toBe(200)
  await expect(page.locator('.player-thumbnail')).toBeVisible()
  await page.screenshot({ path: 'test-reports/by-hand/player.png' })
  // By keys: five seconds on, pause, on.
  const at = await timeOf(page)
  await page.getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(at + 4)
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()

  await owner.query(`delete from user_access where user_id = (select id from profiles where email = $1)`, [email])
  const ended = Date.now()
  await expect(page.getByRole('alert').filter({ hasText: 'Your access to this video has ended.' })).toBeVisible()
  expect(Date.now() - ended).toBeLessThan(2_000)
  expect(await video(page).evaluate((one: HTMLVideoElement) => [one.paused, one.readyState])).toEqual([true, 0])
  await page.screenshot({ path: 'test-reports/by-hand/player-ended.png' })
  expect(problems.filter((text) => !text.includes('403'))).toEqual([])
})

test('MEDIA-01h MEDIA-02a a browser that knows no playlists plays them with our script, loaded when the video is started', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const email = await aHolder(context, 'Grace')
  // Chromium plays playlists itself. With codecs that don't exist it does as Firefox: it takes the file that comes after the stream.
  await page.route(`**/posts/${post}`, async (route) => {
    const answer = await route.fetch()
    const none = 'type="application/vnd.apple.mpegurl; codecs=&quot;none&quot;"'
    const body = (await answer.text()).replaceAll('type="application/vnd.apple.mpegurl"', none)
    await route.fulfill({ response: answer, body })
  })
  const asked: { path: string; type: string }[] = []
  page.on('request', (one) => asked.push({ path: new URL(one.url()).pathname, type: one.resourceType() }))
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(`${shop.url}/posts/${post}`)
  await scriptStarted(page)
  expect(asked.filter(({ path }) => path.includes('stream-player'))).toEqual([])
  await play(page)
  const source = () => video(page).evaluate((one: HTMLVideoElement) => one.currentSrc)
  await expect.poll(source, { timeout: 20_000 }).toMatch(/^blob:/)
  await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(2)
  expect(asked.filter(({ path }) => path.includes('stream-player'))).toHaveLength(1)
  expect(asked.filter(({ path, type }) => path.endsWith('.m4s') && type !== 'media').length).toBeGreaterThan(1)
  await expect(page.locator('.player-mark')).toContainText(/20\d\d-\d\d-\d\d$/)
  await video(page).evaluate((one: HTMLVideoElement) => (one.currentTime = 40))
  await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(41)

  await owner.query(`delete from user_access where user_id = (select id from profiles where email = $1)`, [email])
  await expect(page.getByRole('alert').filter({ hasText: 'Your access to this video has ended.' })).toBeVisible()
  expect(await video(page).evaluate((one: HTMLVideoElement) => [one.paused, one.readyState])).toEqual([true, 0])
  // An answer that a test gives may not open connections.
  expect(problems.filter((text) => !/403|WebSocket/.test(text))).toEqual([])
})

test('MEDIA-02a a visitor and a fan without a right get no part of a video', async ({ page, context, browser }) => {
  test.setTimeout(120_000)
  const holder = await browser.newContext({ viewport: { width: 360, height: 800 } })
  await aHolder(holder, 'Ruth')
  const theirs = await holder.newPage()
  await theirs.goto(`${shop.url}/posts/${post}`)
  const stream = await video(theirs).locator('source').first().getAttribute('src')
  const key = new URL(stream!, shop.url).search
  expect((await holder.request.get(`${shop.url}${stream}`)).status()).toBe(200)

  await confirmAdult(context, shop.url)
  await becomeFan(context, shop, 'Okot')
  await page.goto(`${shop.url}/posts/${post}`)
  await expect(page.locator('video')).toHaveCount(0)
  for (const request of [context.request, (await browser.newContext()).request])
    for (const name of [
      'stream.m3u8',
      'high.m3u8',
      'high-init.mp4',
      'high-0.m4s',
      'video.mp4',
      'free.mp4',
      'thumbnails.vtt',
      'sprite.jpeg',
      'watch',
    ])
      expect((await request.get(`${shop.url}/media/${mediaId}/${name}${key}`)).status(), name).toBe(403)
  await holder.close()
})

test('MEDIA-01i a voice note plays, and its waveform shows how far it is', async ({ page, context }) => {
  await aHolder(context, 'Nora')
  const { rows } = await owner.query<{ id: string }>(
    `select p.id from posts p join visible_creators v on v.profile_id = p.creator_id where p.kind = 'voice' and p.state = 'published'
       and p.audience <> 'pay_to_unlock' order by p.id limit 1`,
  )
  await page.goto(`${shop.url}/posts/${rows[0]!.id}`)
  const sound = page.locator('audio')
  await sound.evaluate((one: HTMLAudioElement) => {
    one.muted = true
    return one.play()
  })
  await expect(page.locator('.voice-played').first()).toBeAttached({ timeout: 15_000 })
  await page.screenshot({ path: 'test-reports/by-hand/voice.png' })
})

test('MEDIA-02b MEDIA-02d a file asked for in many parts is sent on one check, counted, and ended within a second of the right or the session', async ({
  browser,
  context,
}) => {
  test.setTimeout(120_000)
  const email = await aHolder(context, 'Esther')
  const page = await context.newPage()
  await page.goto(`${shop.url}/posts/${post}`)
  const list = await video(page).locator('source[type="application/vnd.apple.mpegurl"]').first().getAttribute('src')
  const linesOf = async (path: string) =>
    (await (await context.request.get(shop.url + path)).text()).split('\n').filter((line) => line.startsWith('/media/'))
  const [rung] = await linesOf(list!)
  const segment = (await linesOf(rung!))[0]!
  const ask = (from: number, to: number, by = context) =>
    by.request.get(shop.url + segment, { headers: { range: `bytes=${from}-${to}`, 'sec-fetch-site': 'same-origin' } })
  const whole = Buffer.from(await (await context.request.get(shop.url + segment)).body())
  expect(whole.length).toBeGreaterThan(5_000)
  for (let part = 0; part < 60; part += 1) {
    const [from, to] = [part * 50, part * 50 + 999]
    const answer = await ask(from, to)
    expect([answer.status(), answer.headers()['content-range']]).toEqual([206, `bytes ${from}-${to}/${whole.length}`])
    expect(Buffer.from(await answer.body()).equals(whole.subarray(from, to + 1))).toBe(true)
  }
  // Somebody else with the same right, on this very address, in the same moment.
  const other = await browser.newContext()
  await aHolder(other, 'Ritah')
  expect((await ask(0, 99)).status()).toBe(206)
  expect((await ask(0, 99, other)).status()).toBe(403)
  await other.close()
  await expect
    .poll(async () => {
      const { rows } = await owner.query<{ bytes: string }>(
        `select bytes from media_fetches where viewer_id = (select id from profiles where email = $1)`,
        [email],
      )
      return Number(rows[0]?.bytes ?? 0)
    })
    .toBeGreaterThanOrEqual(whole.length + 60_000)

  const endedWithinASecond = async (end: string) => {
    expect((await ask(0, 99)).status()).toBe(206)
    await owner.query(end, [email])
    const ended = performance.now()
    let last = 0
    for (;;) {
      const status = (await ask(0, 99)).status()
      if (status === 403) break
      last = performance.now() - ended
      expect(status).toBe(206)
      expect(last).toBeLessThan(1_000)
    }
  }
  await endedWithinASecond(`delete from user_access where user_id = (select id from profiles where email = $1)`)
  await owner.query(
    `insert into user_access (id, user_id, reason) select gen_random_uuid(), id, 'journey' from profiles where email = $1`,
    [email],
  )
  await endedWithinASecond(
    `update sessions set ended_at = now() where profile_id = (select id from profiles where email = $1)`,
  )
})
