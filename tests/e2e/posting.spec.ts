import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { base } from './people.ts'
import { windowOf } from './sessions.ts'

function photo(edge: number, background: string): Promise<Buffer> {
  return sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const fileOf = async (name: string, edge: number, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo(edge, background),
})

const photos = (page: Page) => page.locator('input[type=file][multiple][accept="image/*"]')
const tiles = (page: Page) => page.locator('.media-tile')
const ready = (page: Page) => page.locator('.tile-done')

async function newPost(page: Page): Promise<void> {
  await page.goto(`${base()}/dashboard/posts`)
  await page.getByRole('link', { name: 'New post' }).click()
  // With script the page offers more than plain file fields.
  await expect(page.getByText('Add photos')).toBeVisible()
}

async function countOf(page: Page, chip: string): Promise<number> {
  await page.goto(`${base()}/dashboard/posts`)
  const text = await page.getByRole('link', { name: new RegExp(`^${chip} `) }).innerText()
  return Number(text.replace(/\D/g, ''))
}

let context: BrowserContext
let page: Page
test.beforeEach(async ({ browser }) => {
  context = await windowOf(browser, 'amina')
  page = await context.newPage()
})
test.afterEach(() => context.close())

test('DASH-03a text alone is a post, and a form that is sent again makes no second one', async () => {
  const before = await countOf(page, 'All')
  await newPost(page)
  const address = page.url()
  await page.getByLabel('Caption').fill('Good morning Kampala')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  const form = { intent: 'submit', tab: 'x', version: '0', caption: 'Again', audience: 'subscribers' }
  const again = await context.request.post(address, { form, headers: { origin: base() }, maxRedirects: 0 })
  expect(again.status()).toBe(303)
  expect(await countOf(page, 'All')).toBe(before + 1)
  await expect(page.getByText('Good morning Kampala').first()).toBeVisible()
})

test('DASH-03b DASH-03e DASH-03c a post is scheduled, taken back, posted, pinned, edited and deleted', async () => {
  await newPost(page)
  await page.getByLabel('Caption').fill('Tomorrow night')
  await page.getByText('More options').click()
  await page.getByText('Later').click()
  await page.getByLabel('Date').fill('2027-01-05')
  await page.getByLabel('Time').fill('19:30')
  await page.screenshot({ path: 'test-reports/by-hand/schedule.png', fullPage: true })
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('heading', { name: 'Posts' }))
      .first(),
  ).toBeVisible()
  await page.goto(`${base()}/dashboard/posts?show=scheduled`)
  await page.getByRole('link', { name: /Tomorrow night/ }).click()
  await expect(page.getByText(/Published on .*19:30 EAT/)).toBeVisible()
  await page.getByRole('button', { name: 'Back to drafts' }).click()
  await page.getByText('More options').click()
  await page.getByText('At once').click()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  await page.getByRole('link', { name: /Tomorrow night/ }).click()
  await page.getByRole('button', { name: 'Pin' }).click()
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Caption').fill('Tonight')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Tonight' })).toBeVisible()
  await page.getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete post' }).click()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Tonight/ })).toHaveCount(0)
})

test('DASH-03a a file of the vault is used again without a second upload', async () => {
  await newPost(page)
  await page.getByLabel('Caption').fill('From the vault')
  let uploads = 0
  page.on('request', (request) => (uploads += request.url().includes('/uploads') ? 1 : 0))
  await page.getByRole('button', { name: 'From the vault' }).click()
  await expect(page.getByRole('heading', { name: 'Choose from your vault' })).toBeVisible()
  await page.locator('.vault-file').first().click()
  await page.screenshot({ path: 'test-reports/by-hand/vault.png' })
  await page.getByRole('button', { name: 'Add to the post' }).click()
  await expect(tiles(page)).toHaveCount(1)
  await expect(page.getByLabel('Caption')).toHaveValue('From the vault')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  expect(uploads).toBe(0)
})

test('MEDIA-01a an interrupted upload goes on after a reload, from the file that the browser kept', async () => {
  await newPost(page)
  await page.getByLabel('Caption').fill('Interrupted')
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await context.route('**/uploads/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await photos(page).setInputFiles([await fileOf('lost.jpg', 500, '#7a2d5d')])
  await expect(tiles(page)).toHaveCount(1)
  await page.screenshot({ path: 'test-reports/by-hand/composer.png' })
  await page.reload()
  await expect(tiles(page)).toHaveCount(1)
  await context.unroute('**/uploads/**')
  await page.reload()
  await expect(ready(page).or(page.locator('.tile-veil .icon'))).toHaveCount(1)
  await expect(page.getByText('Photo 1, lost.jpg: change')).toBeAttached()
})

test('DASH-03a without script a photo and a caption are posted', async ({ browser }) => {
  const plain = await windowOf(browser, 'amina', { javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto(`${base()}/dashboard/posts/new`)
  await still.getByLabel('Choose a photo').setInputFiles(await fileOf('plain.jpg', 400, '#795702'))
  await still.getByLabel('Caption').fill('Without script')
  await still.screenshot({ path: 'test-reports/by-hand/composer-plain.png', fullPage: true })
  await still.getByRole('button', { name: 'Post', exact: true }).last().click()
  await expect(still.getByRole('heading', { name: 'Posts' })).toBeVisible()
  await expect(still.getByText('Without script').first()).toBeVisible()
  await plain.close()
})
