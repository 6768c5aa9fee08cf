import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { becomeFan, chooseScenario, expectAccess, goToCheckout, payAtGateway, type Shop } from './payment-steps.ts'
import { base, newestMail, signIn, simulator } from './people.ts'
import { windowOfStaff } from './staff-people.ts'

const shop = (): Shop => ({ url: base(), simulatorUrl: simulator() })
const NOTE = 'The picture never opened on my phone.'
const WIDE = { width: 1280, height: 800 }

/** A new fan with an unused pass, and its receipt. */
async function fanWithPass(
  context: BrowserContext,
  page: Page,
  name: string,
): Promise<{ email: string; receipt: string; txRef: string }> {
  const email = await becomeFan(context, shop(), name)
  const txRef = await goToCheckout(page, shop(), email)
  await payAtGateway(shop(), txRef, 'approve')
  await expectAccess(page, shop())
  return { email, txRef, receipt: await receiptOf(page, 'Monthly pass') }
}

async function receiptOf(page: Page, product: string): Promise<string> {
  await page.goto(`${base()}/subscription`)
  await page
    .getByRole('link', { name: new RegExp(product) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  return new URL(page.url()).pathname
}

/** Reloads the receipt until the refund has this status. */
async function expectRefund(page: Page, receipt: string, status: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${base()}${receipt}`)
    await expect(page.getByRole('region', { name: /^Refund of/ }).getByText(status, { exact: true })).toBeVisible({
      timeout: 500,
    })
  }).toPass({ timeout: 30_000, intervals: [500, 1_000] })
}

test('PAY-10a an unused pass is refunded to its source by rule: the fan sees each step, and the pass ends', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const { email, receipt } = await fanWithPass(context, page, 'Rita')
  await page.goto(`${base()}${receipt}`)
  await expect(page.getByText('You have not used it yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a refund' }).click()
  await page.getByRole('button', { name: 'Get UGX\u00a0180,000 back' }).click()
  await page.waitForURL(`**${receipt}`)
  await expect(page.getByText('We send it in 24-48 hours; it takes 3-10 business days to arrive.')).toBeVisible()
  await expectRefund(page, receipt, 'On its way')
  await expect(page.getByText('3-10 business days after it is sent')).toBeVisible()
  expect((await newestMail(email, 2)).subject).toBe('Your refund is on its way')
  await page.goto(`${base()}/unblocked-feed`)
  await expect(page).toHaveURL(/\/subscribe/)
  await page.goto(`${base()}${receipt}/refund`)
  await expect(page).toHaveURL(new RegExp(`${receipt}$`))

  const other = await browser.newContext({ viewport: { width: 360, height: 800 } })
  await becomeFan(other, shop(), 'Nosy')
  expect((await other.request.get(`${base()}${receipt}/refund`)).status()).toBe(404)
  await other.close()
})

test('PAY-10 without JavaScript a refund to the wallet arrives immediately', async ({ browser }) => {
  test.setTimeout(120_000)
  const scripted = await browser.newContext({ viewport: { width: 360, height: 800 } })
  const { receipt } = await fanWithPass(scripted, await scripted.newPage(), 'Wilma')
  const plain = await browser.newContext({
    viewport: { width: 360, height: 800 },
    javaScriptEnabled: false,
    storageState: await scripted.storageState(),
  })
  const page = await plain.newPage()
  await page.goto(`${base()}${receipt}/refund`)
  await page.getByRole('radio', { name: /To my wallet/ }).check({ force: true })
  await page.getByRole('button', { name: /^Get UGX/ }).click()
  await expect(
    page
      .getByRole('region', { name: /^Refund of/ })
      .getByText('In your wallet', { exact: true })
      .first(),
  ).toBeVisible()
  await page.goto(`${base()}/wallet`)
  await expect(page.getByText('UGX\u00a0180,000', { exact: true }).first()).toBeVisible()
  await plain.close()
  await scripted.close()
})

test('PAY-08a PAY-10 ADMIN-07c a person approves the refund of a purchase from a creator, and both sides see it', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(180_000)
  await fanWithPass(context, page, 'Ulla')
  const html = await (await context.request.get(`${base()}/amina_k`)).text()
  await page.goto(`${base()}${/\/posts\/[0-9a-f-]{36}\/unlock/.exec(html)![0]}?pay=direct`)
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByRole('button', { name: /UGX/ }).last().click()
  await page.waitForURL(/hosted\/pay/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(/payment-callback|\/gal\//, { timeout: 30_000 })
  await expect(async () => {
    await page.goto(`${base()}/subscription`)
    await expect(page.getByRole('link', { name: /Post by Amina K.*Paid/s })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  const receipt = await receiptOf(page, 'Post by Amina K')
  await page.getByRole('link', { name: 'Ask for a refund' }).click()
  await page.getByRole('button', { name: 'Request refund' }).click()
  await expect(page.getByRole('alert')).toContainText('Tell us in a sentence what happened')
  await page.getByLabel('What happened?').fill(NOTE)
  await page.getByRole('button', { name: 'Request refund' }).click()
  await page.waitForURL(`**${receipt}`)
  await expect(page.getByText('Being checked')).toBeVisible()

  // Support sees the request and cannot decide it.
  const support = await windowOfStaff(browser, 'support')
  const supporter = await support.newPage()
  await supporter.goto(`${base()}/admin/earnings/refunds`)
  await supporter.getByRole('link', { name: /Ulla/ }).click()
  await expect(supporter.getByText(NOTE)).toBeVisible()
  await expect(supporter.getByText('Your role can’t decide this.')).toBeVisible()
  expect((await support.request.get(`${base()}/admin/earnings/chargebacks`)).status()).toBe(403)
  const address = new URL(supporter.url()).pathname
  await support.close()

  const earnings = await windowOfStaff(browser, 'earnings', WIDE)
  const manager = await earnings.newPage()
  await manager.goto(`${base()}${address}`)
  await manager.getByRole('button', { name: 'Approve' }).click()
  await expect(manager.getByRole('alert')).toContainText('Type the amount to refund')
  const price = (await manager.getByText(/^At most UGX/).textContent())!.replace('At most UGX\u00a0', '')
  await manager.getByLabel('Type the amount to refund').fill(price)
  await manager.getByLabel('Reason').fill('It was not delivered.')
  await manager.getByRole('button', { name: 'Approve' }).click()
  await expect(manager.getByText('Amina K, pending earnings')).toBeVisible()
  await earnings.close()

  await expectRefund(page, receipt, 'On its way')
  const creator = await browser.newContext({ viewport: WIDE })
  const amina = await creator.newPage()
  await signIn(amina, 'amina@demo.peach.example')
  const statement = await (await creator.request.get(`${base()}/dashboard/earnings/statement.csv`)).text()
  expect(statement).toContain('Taken back: refund')
  await creator.close()
})

test('PAY-08b a chargeback ends the purchase, shows its evidence, and is answered', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const { email, txRef } = await fanWithPass(context, page, 'Cora')
  await chooseScenario(shop(), 'C04', { tx_ref: txRef })
  // The button reads the list now, so the shared server's clock need not move.
  const earnings = await windowOfStaff(browser, 'earnings', WIDE)
  const manager = await earnings.newPage()
  await manager.goto(`${base()}/admin/earnings/chargebacks`)
  await manager.getByRole('button', { name: 'Refresh' }).click()
  await manager
    .getByRole('link', { name: /Monthly pass/ })
    .first()
    .click()
  await expect(manager.getByText(txRef)).toBeVisible()
  await expect(manager.getByText(new RegExp(email))).toBeVisible()
  await expect(manager.getByText('The account is flagged')).toBeVisible()
  await manager.getByRole('button', { name: 'Contest' }).click()
  await expect(manager.getByRole('alert')).toContainText('Write a reason')
  await manager.getByLabel('Reason').fill('The payer used it on the same day.')
  await manager.getByRole('button', { name: 'Contest' }).click()
  await expect(manager.getByText('Contested, waiting')).toBeVisible()
  await earnings.close()
  await page.goto(`${base()}/unblocked-feed`)
  await expect(page).toHaveURL(/\/subscribe/)
})
