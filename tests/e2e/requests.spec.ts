import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type pg from 'pg'
import { openOwner, startOwnProduct } from '../support/fixture.ts'
import type { Product } from '../support/product.ts'
import { makeVideoFile } from '../support/videos.ts'
import { becomeFan } from './payment-steps.ts'
import { confirmAdult, signIn } from './people.ts'

// The journeys change what Amina's dashboard counts, so they have a server of their own.
let shop: Product
let owner: pg.Client
let amina: BrowserContext
const before = process.env.PEACH_URL

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  shop = await startOwnProduct()
  process.env.PEACH_URL = shop.url
  owner = await openOwner(shop.dataDir)
  amina = await browser.newContext({ viewport: { width: 360, height: 800 } })
  await signIn(await amina.newPage(), 'amina@demo.peach.example')
})
test.afterAll(async () => {
  process.env.PEACH_URL = before
  await owner?.end()
  await shop?.remove()
})

const toast = (page: Page) => page.locator('output')

/** A fan with access and money in the wallet. */
async function aFan(context: BrowserContext, name: string, shillings: number): Promise<string> {
  await confirmAdult(context, shop.url)
  const email = await becomeFan(context, shop, name)
  await owner.query(
    `insert into user_access (id, user_id, reason) select gen_random_uuid(), id, 'journey' from profiles where email = $1`,
    [email],
  )
  await owner.query(
    `select post_journal_entry(gen_random_uuid(), 'wallet_topped_up', $2, 'test', p.id, app_now(), null,
       array[(select id from ledger_accounts where purpose = 'gateway_clearing' and currency = 'UGX'),
         open_ledger_account(gen_random_uuid(), 'wallet', p.id, 'UGX', false, true)], array[$3::bigint, -$3::bigint])
     from profiles p where p.email = $1`,
    [email, `journey ${email}`, shillings * 100],
  )
  return email
}

const tomorrowPlus = (days: number) => new Date(Date.now() + (days + 1) * 86_400_000).toISOString().slice(0, 10)

/** From the creator's page to the sent request. Returns its address. */
async function ask(page: Page, kind: string, words: string, price: string): Promise<string> {
  await page.goto(`${shop.url}/amina_k`)
  await page.getByRole('link', { name: 'Ask for something custom' }).click()
  await page.getByText(kind, { exact: true }).click()
  await page.getByLabel('Describe it').fill(words)
  await page.getByLabel('Wanted by').fill(tomorrowPlus(2))
  await page.getByLabel('Your price').fill(price)
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
  await expect(toast(page)).toContainText('Request sent')
  return page.url()
}

const walletOf = async (email: string) =>
  (
    await owner.query<{ free: string; held: string }>(
      `select (-ledger_balance(w.id) / 100)::text as free, coalesce((select (-ledger_balance(h.id) / 100)::text from ledger_accounts h
         where h.owner_id = p.id and h.purpose = 'wallet_holds'), '0') as held
       from profiles p join ledger_accounts w on w.owner_id = p.id and w.purpose = 'wallet' where p.email = $1`,
      [email],
    )
  ).rows[0]

test('PROF-07k PROF-07l DASH-03g a fan asks for a custom video, the creator accepts and delivers, the fan sees it and a stranger gets nothing', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(240_000)
  const email = await aFan(context, 'Sarah', 100_000)
  const request = await ask(page, 'Custom video', 'You by the lake, in the yellow dress.', '80,000')
  await expect(page.getByText(/UGX.80,000 is held in your wallet. Without/)).toBeVisible()
  expect(await walletOf(email)).toEqual({ free: '20000', held: '80000' })

  const studio = await amina.newPage()
  await studio.goto(`${shop.url}/dashboard/requests`)
  await studio
    .getByRole('link', { name: /Custom video.*Sarah/ })
    .first()
    .click()
  await expect(studio.getByText('You by the lake, in the yellow dress.')).toBeVisible()
  await expect(studio.getByText('Held from Sarah’s wallet until you deliver')).toBeVisible()
  await studio.getByRole('button', { name: 'Accept request' }).click()
  await expect(toast(studio)).toContainText('Accepted')

  await studio.getByRole('link', { name: 'Deliver', exact: true }).click()
  await studio.locator('input[type=file]').setInputFiles({
    name: 'lake.mp4',
    mimeType: 'video/mp4',
    buffer: makeVideoFile('lake.mp4'),
  })
  await expect(studio.locator('.video-waiting, video').first()).toBeVisible({ timeout: 30_000 })
  // A job prepares it: it is delivered by itself then.
  await studio.getByRole('button', { name: /^Deliver for UGX.80,000/ }).click()
  await expect(studio.getByText('Delivering when ready').or(toast(studio).getByText('Delivered'))).toBeVisible()
  await expect.poll(() => walletOf(email), { timeout: 150_000 }).toEqual({ free: '20000', held: '0' })

  await page.goto(request)
  await expect(page.getByText('Delivered').first()).toBeVisible()
  const video = page.locator('video')
  await expect(video).toBeVisible()
  const file = (await video.locator('source').last().getAttribute('src'))!
  const played = await context.request.get(`${shop.url}${file}`)
  expect([played.status(), played.headers()['content-type']]).toEqual([200, 'video/mp4'])

  // A stranger with the same pass, and a visitor.
  const stranger = await browser.newContext()
  await aFan(stranger, 'Peter', 1_000)
  const visitor = await browser.newContext()
  await confirmAdult(visitor, shop.url)
  for (const one of [stranger, visitor]) expect((await one.request.get(`${shop.url}${file}`)).status()).toBe(403)
  expect((await stranger.request.get(request)).status()).toBe(404)
  await Promise.all([stranger.close(), visitor.close(), studio.close()])
})

test('PROF-07l DASH-03g another price is held when the fan agrees; a refusal returns all of it', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const email = await aFan(context, 'Ruth', 100_000)
  const request = await ask(page, 'Custom photo', 'You with your guitar.', '80000')

  const studio = await amina.newPage()
  await studio.goto(`${shop.url}/dashboard/requests`)
  await studio
    .getByRole('link', { name: /Custom photo.*Ruth/ })
    .first()
    .click()
  await studio.getByRole('link', { name: 'Change price' }).click()
  await studio.getByLabel('Your price').fill('95,000')
  await studio.getByRole('button', { name: 'Send price' }).click()
  await expect(toast(studio)).toContainText('Price sent')

  await page.goto(request)
  await expect(page.getByText('Amina K asks another price').first()).toBeVisible()
  expect(await walletOf(email)).toEqual({ free: '20000', held: '80000' })
  await page.getByRole('button', { name: /^Agree to UGX.95,000/ }).click()
  await expect(toast(page)).toContainText('Agreed')
  expect(await walletOf(email)).toEqual({ free: '5000', held: '95000' })

  await studio.reload()
  await studio.getByRole('link', { name: 'Can’t deliver' }).click()
  await studio.getByRole('button', { name: 'Return the money' }).click()
  await expect(toast(studio)).toContainText('Declined')
  await page.goto(request)
  await expect(page.getByText(/UGX.95,000 is back in your wallet/)).toBeVisible()
  expect(await walletOf(email)).toEqual({ free: '100000', held: '0' })
  await studio.close()
})

test('PROF-07k a wallet that is too small: the words are kept over the top-up, without script too', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } })
  const email = await aFan(context, 'Joan', 10_000)
  const plain = await browser.newContext({
    viewport: { width: 360, height: 800 },
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  })
  const page = await plain.newPage()
  await page.goto(`${shop.url}/amina_k`)
  await page.getByRole('link', { name: 'Ask for something custom' }).click()
  await page.getByText('Custom voice message', { exact: true }).click()
  await page.getByLabel('Describe it').fill('A happy birthday for my brother Ivan.')
  await page.getByLabel('Wanted by').fill(tomorrowPlus(3))
  await page.getByLabel('Your price').fill('50,000')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(/you need UGX.40,000 more/).first()).toBeVisible()
  await expect(page.getByLabel('Describe it')).toHaveValue('A happy birthday for my brother Ivan.')
  await expect(page.getByRole('link', { name: /Top up UGX.40,000/ })).toHaveAttribute('href', /intent=request/)
  expect(await walletOf(email)).toEqual({ free: '10000', held: '0' })

  await page.goto(`${shop.url}/amina_k`)
  await page.getByRole('link', { name: 'Ask for something custom' }).click()
  await expect(page.getByLabel('Describe it')).toHaveValue('A happy birthday for my brother Ivan.')
  await Promise.all([plain.close(), context.close()])
})
