import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { startOwnProduct } from '../support/fixture.ts'
import { confirmAdult } from './people.ts'
import { signInStaff } from './staff-people.ts'

// Plans are shared by all tests, so this spec changes them on its own server.
test.describe.configure({ timeout: 240_000, mode: 'serial' })

let shop: Product
test.beforeAll(async () => {
  shop = await startOwnProduct()
})
test.afterAll(async () => {
  await shop?.remove()
})

async function pageOfAdmin(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled })
  const page = await context.newPage()
  await signInStaff(page, 'super', shop)
  return page
}

async function pageOfVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } })
  await confirmAdult(context, shop.url)
  const page = await context.newPage()
  await page.goto(`${shop.url}/subscribe`)
  return page
}

test('ADMIN-03a ADMIN-03d an admin previews and saves a plan, and the plans page soon shows it', async ({
  browser,
}) => {
  const visitor = await pageOfVisitor(browser)
  await expect(visitor.getByText(/UGX\s180,000/).first()).toBeVisible()

  const page = await pageOfAdmin(browser)
  await page.getByRole('link', { name: 'Plans' }).first().click()
  await expect(page.getByText('Monthly: the two prices differ by 90%')).toBeVisible()
  await page
    .getByRole('link', { name: /Monthly/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/plans\?edit=monthly$/)
  const preview = page.locator('.fan-sees')
  await expect(preview).toContainText('UGX\u00a0180,000')
  await page.getByLabel('Display name').fill('Month')
  await page.getByLabel('Discount, 0 to 100').fill('10')
  await page.getByLabel(/Discount ends \(EAT\)/).fill('2190-11-30T23:59')
  await expect(preview).toContainText('UGX\u00a0162,000')
  await expect(preview).toContainText('10% off')
  await page.getByLabel('Price USD').fill('49.99')
  await expect(page.locator('.work-panel').getByText(/two prices differ/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save plan' }).click()
  await expect(page.getByText('Subscription plan updated successfully')).toBeVisible()
  await expect(page.getByText(/Discount 0% to 10%, until 30 Nov 2190/)).toBeVisible()

  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText(/UGX\s162,000/).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })
  await expect(visitor.getByText('Month', { exact: true }).first()).toBeVisible()
  await visitor.context().close()
  await page.context().close()
})

test('ADMIN-03b ADMIN-13b without JavaScript: a feature is added, moved up and switched off, and the plans page shows each change', async ({
  browser,
}) => {
  const page = await pageOfAdmin(browser, false)
  await page.goto(`${shop.url}/admin/plans/features`)
  await page.getByRole('link', { name: 'Add a feature to Annual' }).click()
  await page.getByRole('button', { name: 'Add feature' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter 1 to 60 characters')
  await page.getByLabel('Text').fill('Stories every day')
  await page.getByRole('radio', { name: 'Pictures' }).check({ force: true })
  await page.getByRole('button', { name: 'Add feature' }).click()
  await expect(page.getByText('Stories every day')).toBeVisible()
  await page.getByRole('button', { name: 'Move up: Stories every day' }).click()
  const visitor = await pageOfVisitor(browser)
  await expect(visitor.getByText('Stories every day').first()).toBeVisible()
  await page.getByRole('button', { name: 'Switch off: Stories every day' }).click()
  await expect(page.getByRole('button', { name: 'Switch on: Stories every day' })).toBeVisible()
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText('Unlocked profiles').first()).toBeVisible()
    await expect(visitor.getByText('Stories every day')).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 10_000 })
  await visitor.context().close()
  await page.context().close()
})

test('ADMIN-03c ADMIN-13a a promo code is stored in capitals, lowers the price on the plans page, and is switched off', async ({
  browser,
}) => {
  const page = await pageOfAdmin(browser)
  await page.goto(`${shop.url}/admin/plans/promo-codes`)
  await expect(page.getByText('No promo codes')).toBeVisible()
  await page.getByRole('link', { name: 'New promo code' }).click()
  await page.getByLabel('Code', { exact: true }).fill('xmas25')
  await page.getByLabel('Discount, 1 to 100').fill('101')
  await page.getByLabel(/Ends \(EAT\)/).fill('2190-12-26T23:59')
  await page.getByRole('button', { name: 'Create promo code' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a whole number from 1 to 100')
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('xmas25')
  await page.getByLabel('Discount, 1 to 100').fill('25')
  await expect(page.locator('.fan-sees')).toContainText('UGX\u00a01,125,000')
  await page.getByLabel(/Usage limit/).fill('200')
  await page.getByRole('button', { name: 'Create promo code' }).click()
  await expect(page.getByText('Promo code created successfully')).toBeVisible()
  await expect(page.getByText('XMAS25')).toBeVisible()
  await expect(page.getByText('Used 0 of 200', { exact: false })).toBeVisible()

  const visitor = await pageOfVisitor(browser)
  await visitor.goto(`${shop.url}/subscribe?currency=UGX&pay=annual&promo=xmas25`)
  await expect(visitor.getByRole('button', { name: /^Pay UGX\s1,125,000$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Switch off: XMAS25' }).click()
  await expect(page.getByText('XMAS25 is off.')).toBeVisible()
  await visitor.goto(`${shop.url}/subscribe?currency=UGX&pay=annual&promo=xmas25`)
  await expect(visitor.getByRole('button', { name: /^Pay UGX\s1,500,000$/ })).toBeVisible()
  await visitor.context().close()
  await page.context().close()
})

test('ADMIN-03 two admins edit one plan: the second sees an error and keeps what was typed', async ({ browser }) => {
  const [first, second] = [await pageOfAdmin(browser), await pageOfAdmin(browser)]
  for (const page of [first, second]) await page.goto(`${shop.url}/admin/plans?edit=annual`)
  await first.getByLabel('Display name').fill('Year')
  await first.getByRole('button', { name: 'Save plan' }).click()
  await expect(first.getByText('Subscription plan updated successfully')).toBeVisible()
  await second.getByLabel('Display name').fill('Twelve months')
  await second.getByRole('button', { name: 'Save plan' }).click()
  await expect(second.getByRole('alert')).toContainText('Somebody else has changed this')
  await expect(second.getByLabel('Display name')).toHaveValue('Twelve months')
  await first.context().close()
  await second.context().close()
})
