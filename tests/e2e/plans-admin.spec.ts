import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { startOwnProduct } from '../support/fixture.ts'
import { becomeFan, payAtGateway, referenceAt } from './payment-steps.ts'
import { confirmAdult } from './people.ts'
import { signInStaff, type StaffName } from './staff-people.ts'

// Plans are shared by all tests, so this spec changes them on its own server.
test.describe.configure({ timeout: 240_000, mode: 'serial' })

let shop: Product
test.beforeAll(async () => {
  shop = await startOwnProduct()
})
test.afterAll(async () => {
  await shop?.remove()
})

async function pageOfAdmin(browser: Browser, javaScriptEnabled = true, who: StaffName = 'super'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled })
  const page = await context.newPage()
  await signInStaff(page, who, shop)
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

/** A date of Kampala so many months after today, as pages show it; the last day of a month that is too short. */
function dayAfterMonths(months: number): string {
  const today = new Date(Date.now() + 3 * 3_600_000)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = new Date(Date.UTC(year, month, Math.min(today.getUTCDate(), last)))
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

for (const javaScriptEnabled of [true, false]) {
  const script = javaScriptEnabled ? 'with' : 'without'
  test(`ADMIN-03 SUB-06 the owner adds 3 months, a fan buys it and keeps it when it is retired, ${script} script`, async ({
    browser,
  }) => {
    const page = await pageOfAdmin(browser, javaScriptEnabled, 'owner')
    await page.goto(`${shop.url}/admin/plans`)
    await page.getByRole('link', { name: 'New plan' }).click()
    await page.getByLabel('Display name').fill('3 months')
    await page.getByLabel('Length').fill('25')
    await page.getByLabel('Price UGX').fill('450,000')
    await page.getByLabel('Price USD').fill('120')
    await page.getByRole('button', { name: 'Add plan' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter a length from 1 day to 2 years')
    await page.getByLabel('Length').fill('3')
    await page.getByRole('button', { name: 'Add plan' }).click()
    await expect(page.getByText('Plan added')).toBeVisible()
    await page.getByRole('button', { name: 'Move up: 3 months' }).click()
    await expect(page.locator('.plan-item').nth(1)).toContainText('3 months')

    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, javaScriptEnabled })
    await confirmAdult(context, shop.url)
    const email = await becomeFan(context, shop, `Quarter${script}`)
    const fan = await context.newPage()
    await fan.goto(`${shop.url}/subscribe?currency=UGX`)
    await fan.getByRole('radio', { name: /3 months/ }).check({ force: true })
    await expect(fan.locator('.option', { hasText: '3 months' })).toContainText('for 3 months')
    await fan.getByRole('button', { name: 'Unlock full access' }).click()
    await expect(fan.getByText(`3 months pass, until ${dayAfterMonths(3)}`)).toBeVisible()
    await fan.getByLabel('Mobile money number').fill('772 123 456')
    await fan.getByRole('button', { name: /^Pay UGX\s450,000$/ }).click()
    await fan.waitForURL(/hosted\/pay/)
    await payAtGateway(shop, await referenceAt(fan, shop, email), 'approve')
    await expect(async () => {
      await fan.goto(`${shop.url}/subscription`)
      await expect(fan.getByRole('heading', { name: '3 months pass' })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
    await expect(fan.getByText(new RegExp(`Until ${dayAfterMonths(3)}`)).first()).toBeVisible()

    await page.goto(`${shop.url}/admin/plans`)
    await page
      .getByRole('link', { name: /3 months.*1 active pass/ })
      .first()
      .click()
    await page.getByText('Retire this plan').click()
    await page.getByRole('button', { name: 'Retire 3 months' }).click()
    await expect(page.getByText('3 months is no longer sold. Its passes run until they end.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Retired plans' })).toContainText('1 active pass')

    await fan.reload()
    await expect(fan.getByRole('heading', { name: '3 months pass' })).toBeVisible()
    await expect(fan.getByText(/This plan is not on sale now/)).toBeVisible()
    await expect(fan.getByRole('link', { name: /^Renew for/ })).toHaveCount(0)
    const visitor = await pageOfVisitor(browser)
    await expect(visitor.getByRole('radio', { name: /3 months/ })).toHaveCount(0)
    for (const one of [visitor.context(), context, page.context()]) await one.close()
  })
}
