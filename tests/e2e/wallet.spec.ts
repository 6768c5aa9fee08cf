import { expect, type BrowserContext, type Page, test } from '@playwright/test'
import { becomeFan, expectAccess, goToCheckout, payAtGateway, type Shop } from './payment-steps.ts'
import { base, simulator } from './people.ts'

const shop = (): Shop => ({ url: base(), simulatorUrl: simulator() })

/** A new fan with a pass, and the address where a locked post of Amina is bought. */
async function fanBeforeLockedPost(context: BrowserContext, page: Page, name: string): Promise<string> {
  const email = await becomeFan(context, shop(), name)
  const txRef = await goToCheckout(page, shop(), email)
  await payAtGateway(shop(), txRef, 'approve')
  await expectAccess(page, shop())
  const html = await (await context.request.get(`${base()}/amina_k`)).text()
  return /\/posts\/[0-9a-f-]{36}\/unlock/.exec(html)![0]
}

/** From a too low wallet balance through the payment page to the open post. Returns the price as shown. */
async function topUpAndUnlock(page: Page, unlockPath: string): Promise<string> {
  await page.goto(`${base()}${unlockPath}`)
  await expect(page.getByText('Wallet balance')).toBeVisible()
  const topUp = page.getByRole('link', { name: /^Top up UGX/ })
  const price = (await topUp.textContent())!.replace('Top up ', '')
  await topUp.click()
  await expect(page.getByRole('heading', { name: 'Top up' })).toBeVisible()
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByRole('button', { name: `Top up ${price}` }).click()
  await page.waitForURL(/hosted\/pay/)
  await page.getByRole('button', { name: 'Approve' }).click()
  // It continues by itself, back to the post.
  await page.waitForURL(new RegExp(`${unlockPath}$`), { timeout: 30_000 })
  await expect(page.getByText('After this')).toBeVisible()
  await page.getByRole('button', { name: `Unlock for ${price}` }).click()
  await page.waitForURL(/\/posts\/[^/]+$/)
  await expect(page.getByText('The post is yours for good.')).toBeVisible()
  return price
}

async function expectHistory(page: Page, price: string): Promise<void> {
  await page.goto(`${base()}/wallet`)
  await expect(page.getByText('UGX\u00a00', { exact: true })).toBeVisible()
  const rows = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('Unlock, Amina K')
  await expect(rows.nth(0)).toContainText(`\u2212 ${price}`)
  await expect(rows.nth(1)).toContainText(`+ ${price}`)
  await rows.nth(0).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByText('Post by Amina K')).toBeVisible()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
}

test('WALLET-01a a fan with too little money tops up the missing amount and unlocks the post from the wallet', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const unlockPath = await fanBeforeLockedPost(context, page, 'Wanda')
  const price = await topUpAndUnlock(page, unlockPath)
  await expectHistory(page, price)
  const receipt = new URL(page.url()).pathname

  // Another person gets 404 for it.
  const other = await browser.newContext({ viewport: { width: 360, height: 800 } })
  await becomeFan(other, shop(), 'Nosy')
  expect((await other.request.get(`${base()}${receipt}`)).status()).toBe(404)
  await other.close()
})

test('WALLET-01 preset amounts, custom amounts, and amounts that can’t be topped up', async ({ page, context }) => {
  await becomeFan(context, shop(), 'Ola')
  await page.goto(`${base()}/wallet`)
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await page.getByText('UGX\u00a0100,000', { exact: true }).click()
  await page.getByRole('button', { name: 'Top up UGX\u00a0100,000' }).click()
  await expect(page.getByRole('button', { name: 'Top up UGX\u00a0100,000' })).toBeVisible()
  await page.getByRole('link', { name: 'Other amount' }).click()
  await page.getByLabel('Amount').fill('12.50')
  await page.getByRole('button', { name: 'Top up' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose an amount in whole shillings between')
  await expect(page.getByLabel('Amount')).toHaveValue('12.50')
  await page.getByLabel('Amount').fill('12,000,000')
  await page.getByRole('button', { name: /Top up/ }).click()
  await expect(page.getByText('In 3 payments')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay UGX\u00a05,000,000, 1 of 3' })).toBeVisible()
  // A card can pay it at once, at its own address.
  await expect(page.getByRole('radio', { name: 'Card' })).toHaveCount(0)
  await page.getByRole('link', { name: 'At once by card' }).click()
  await expect(page.getByRole('button', { name: 'Top up UGX\u00a012,000,000' })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('WALLET-01 topping up and unlocking work with plain forms', async ({ page, context }) => {
    test.setTimeout(120_000)
    const unlockPath = await fanBeforeLockedPost(context, page, 'Plainer')
    const price = await topUpAndUnlock(page, unlockPath)
    await expectHistory(page, price)
  })
})
