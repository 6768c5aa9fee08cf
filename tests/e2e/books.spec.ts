import { type Browser, expect, type Page } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { test, useMovingClock } from './moving-clock.ts'
import { advance, becomeFan, chooseScenario, goToCheckout, payAtGateway } from './payment-steps.ts'
import { type StaffName, signInStaff } from './staff-people.ts'

// A manual entry stays in the books; no other spec with a moving clock checks corrections.
test.describe.configure({ timeout: 240_000, mode: 'serial' })
test.use({ actionTimeout: 15_000 })

let shop: Product
test.beforeAll(async ({ moving }) => {
  shop = await useMovingClock(moving)
})

async function pageOf(browser: Browser, name: StaffName, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled })
  const page = await context.newPage()
  await signInStaff(page, name, shop)
  return page
}

test('ADMIN-07e an earnings-manager sees the earnings and follows an amount through the ledger to its entry', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'earnings')
  await page.getByRole('link', { name: 'Earnings' }).first().click()
  await expect(page.getByRole('heading', { name: 'Earnings', level: 1 })).toBeVisible()
  await expect(page.getByText('All accounts together add up to zero.')).toBeVisible()
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/days=90$/)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toBe('earnings-90-days.csv')

  await page.getByRole('link', { name: /^Deferred pass revenue/ }).click()
  await page.getByRole('link', { name: /^Deferred pass revenue/ }).click()
  await expect(page.getByRole('heading', { name: 'Deferred pass revenue' })).toBeVisible()
  await page.getByLabel('Kind').selectOption('pass_paid')
  await page.getByRole('button', { name: 'Find' }).click()
  await page
    .getByRole('link', { name: /^Pass paid/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Pass paid' })).toBeVisible()
  await expect(page.getByText('Debit').first()).toBeVisible()
})

test('ADMIN-07 without JavaScript one person proposes a manual entry and only another can post it', async ({
  browser,
}) => {
  const manager = await pageOf(browser, 'earnings', false)
  await manager.goto(`${shop.url}/admin/earnings/corrections/new`)
  await manager.getByLabel('Account').selectOption({ label: 'Gateway clearing, UGX' })
  await manager.getByRole('radio', { name: 'Debit' }).check()
  await manager.getByLabel('Amount').fill('none')
  await manager.getByLabel('Reason').fill('The gateway has paid interest on our balance')
  await manager.getByRole('button', { name: 'Propose entry' }).click()
  await expect(manager.getByRole('alert')).toContainText('Enter an amount in numbers')
  await expect(manager.getByLabel('Reason')).toHaveValue('The gateway has paid interest on our balance')
  await manager.getByLabel('Amount').fill('5,000')
  await manager.getByRole('button', { name: 'Propose entry' }).click()
  await expect(manager.getByText('Entry proposed')).toBeVisible()
  await expect(manager.getByRole('button', { name: /^Post/ })).toHaveCount(0)

  const chief = await pageOf(browser, 'super', false)
  await chief.goto(`${shop.url}/admin/earnings/corrections`)
  await chief.getByRole('link', { name: /Debit Gateway clearing/ }).click()
  await chief.getByRole('button', { name: /^Post UGX/ }).click()
  await expect(chief.getByText('Entry posted')).toBeVisible()
  await chief.getByRole('link', { name: 'Open entry' }).click()
  await expect(chief.getByRole('link', { name: /^Corrections/ })).toContainText('UGX\u00a05,000')
})

test('ADMIN-07 PAY-07 an unclear payment waits for a person; after it is settled, the payer can start a new one', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } })
  const email = await becomeFan(context, shop, 'Esther')
  const page = await context.newPage()
  const txRef = await goToCheckout(page, shop, email)
  await chooseScenario(shop, 'P18', { tx_ref: txRef })
  await payAtGateway(shop, txRef, 'approve')
  for (const hours of [1, 25, 2]) await advance(shop, `PT${hours}H`)

  const manager = await pageOf(browser, 'earnings')
  await manager.getByRole('link', { name: /Payments in review/ }).click()
  await manager.getByRole('link').filter({ hasText: txRef }).click()
  await expect(manager.getByRole('heading', { name: 'Payment that stays unclear' })).toBeVisible()
  await manager.getByLabel('What caused the difference?').fill('The gateway says that nobody was charged')
  await manager.getByRole('button', { name: 'Settle difference' }).click()
  await expect(manager.getByText('Difference settled')).toBeVisible()

  expect(await goToCheckout(page, shop, email)).not.toBe(txRef)
  await context.close()
})
