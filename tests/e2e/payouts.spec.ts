import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { openOwner, startOwnProduct } from '../support/fixture.ts'
import { advance, atGateway, checkoutsOf, payAtGateway, postForm } from './payment-steps.ts'
import { confirmAdult, typeCode } from './people.ts'
import { signInStaff, type StaffName } from './staff-people.ts'

// This spec moves the clock by weeks, so it uses its own server.
test.describe.configure({ timeout: 240_000, mode: 'serial' })
test.use({ actionTimeout: 15_000 })

// A creator without a payout account: others of the demo were paid before.
const BRENDA = 'brenda@demo.peach.example'
const BRIAN = 'brian@demo.peach.example'
/** A test number of the gateway without a wallet, and one that works. */
const FAILS = '770 000 937'
const WORKS = '770 000 931'

let shop: Product
test.beforeAll(async () => {
  shop = await startOwnProduct()
})
test.afterAll(async () => {
  await shop?.remove()
})

async function codesOf(context: BrowserContext, address: string): Promise<string[]> {
  const answer = await context.request.get(`${shop.url}/dev/mail.json?to=${encodeURIComponent(address)}`)
  return ((await answer.json()) as { code: string | null }[]).flatMap(({ code }) => code ?? [])
}

/** Runs an action that mails a code, and returns the code. */
async function codeAfter(context: BrowserContext, address: string, action: () => Promise<unknown>): Promise<string> {
  const before = (await codesOf(context, address)).length
  await action()
  await expect.poll(async () => (await codesOf(context, address)).length, { timeout: 20_000 }).toBeGreaterThan(before)
  return (await codesOf(context, address))[0]!
}

/** A page of a demo account, signed in by the mailed code. */
async function pageOf(browser: Browser, address: string, width = 360): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 } })
  await confirmAdult(context, shop.url)
  const code = await codeAfter(context, address, () =>
    postForm(context.request, shop, '/auth', { email: address, mode: 'sign-in' }),
  )
  await postForm(context.request, shop, '/auth/code', { intent: 'verify', code })
  return context.newPage()
}

async function staffPage(browser: Browser, name: StaffName): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signInStaff(page, name, shop)
  return page
}

/** From now to the first Saturday noon of Kampala that is at least so many days away. */
function hoursUntilSaturday(days: number): number {
  const noon = new Date(Date.now() + days * 86_400_000)
  noon.setUTCHours(9, 0, 0, 0)
  while (noon.getUTCDay() !== 6 || noon.getTime() < Date.now() + days * 86_400_000)
    noon.setUTCDate(noon.getUTCDate() + 1)
  return Math.ceil((noon.getTime() - Date.now()) / 3_600_000)
}

/** Brian unlocks a post by Brenda for a million shillings. */
async function sellOnePost(browser: Browser): Promise<void> {
  const owner = await openOwner(shop.dataDir)
  const { rows } = await owner.query<{ id: string }>(
    `update posts set price_minor = 100000000 where id = (
       select p.id from posts p join profiles a on a.id = p.creator_id
       where a.email = $1 and p.audience = 'pay_to_unlock' and p.state = 'published' limit 1) returning id`,
    [BRENDA],
  )
  await owner.end()
  const page = await pageOf(browser, BRIAN)
  const started = await postForm(page.context().request, shop, `/posts/${rows[0]!.id}/unlock?pay=direct`, {
    name: 'Brian',
    email: BRIAN,
    method: 'mobile_money',
    phone: '772 123 456',
    attempt: 'a-token-of-this-journey-0001',
  })
  expect(started.status()).toBe(303)
  const ofMillion = async () => (await checkoutsOf(shop, BRIAN)).filter(({ amount }) => amount === 1_000_000)
  await expect.poll(async () => (await ofMillion()).length).toBe(1)
  await payAtGateway(shop, (await ofMillion())[0]!.tx_ref, 'approve')
  await page.context().close()
}

/** Names a mobile money account and confirms it with its mailed code, the only one, whenever her last proof was. */
async function namePayoutAccount(page: Page, phone: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/payout-account`)
  await page.getByLabel('Network').selectOption('MTN')
  await page.getByLabel('Mobile money number').fill(phone)
  await page.getByLabel('Name on the account').fill('Brenda Nakato')
  const code = await codeAfter(page.context(), BRENDA, async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/payout-account/confirm')
  })
  await expect(page.getByText(`0${phone}`)).toBeVisible()
  await page.getByLabel(/The name and the number are right/).check({ force: true })
  await typeCode(page, /Code mailed to/, code)
  await page.waitForURL('**/dashboard/payout-account')
}

/** Approves the open payout by typing its amount. Returns the amount. */
async function approve(page: Page): Promise<string> {
  await page.getByRole('link', { name: /^(Give first approval|Approve and send)$/ }).click()
  const dialog = page.getByRole('dialog')
  const title = await dialog.getByRole('heading').innerText()
  const amount = /UGX\s([\d,]+)/.exec(title)![1]!
  await dialog.getByLabel('Type the amount to confirm').fill('1')
  await dialog.getByRole('button', { name: /^(Give first approval|Send UGX)/ }).click()
  await expect(page.getByRole('alert')).toContainText('Type the exact amount')
  await page.getByLabel('Type the amount to confirm').fill(amount)
  await page.getByRole('button', { name: /^(Give first approval|Send UGX)/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return amount
}

async function openTheOne(page: Page, filter: string): Promise<void> {
  await page.goto(`${shop.url}/admin/earnings/payouts?filter=${filter}`)
  await page
    .getByRole('link', { name: /Brenda/ })
    .filter({ hasText: 'PO-' })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Amounts' })).toBeVisible()
}

/** Waits until the worker has sent the open payout to the gateway. */
async function untilSent(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Sending', { exact: true }).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
}

test('PAYOUT-01b DASH-03m ADMIN-07b earnings become a payout, two people approve it, it fails and is paid again', async ({
  browser,
}) => {
  await sellOnePost(browser)
  let creator = await pageOf(browser, BRENDA)
  await namePayoutAccount(creator, FAILS)
  await expect(creator.getByText('Name being checked')).toBeVisible()
  let manager = await staffPage(browser, 'earnings')
  await manager.goto(`${shop.url}/admin/earnings/payouts`)
  await manager.getByRole('button', { name: 'Accept name' }).click()
  await expect(manager.getByText('Name accepted')).toBeVisible()
  await creator.goto(`${shop.url}/dashboard/payout-account`)
  await expect(creator.getByText('Ready', { exact: true })).toBeVisible()

  // Seven days until the earnings clear, then the run of a Friday. On a Saturday no other run comes within what follows.
  await advance(shop, `PT${hoursUntilSaturday(14)}H`)
  creator = await pageOf(browser, BRENDA)
  await creator.goto(`${shop.url}/dashboard/payouts`)
  await expect(creator.getByText('Two people of our team agree')).toBeVisible()
  await expect(creator.getByText('For approval', { exact: true })).toBeVisible()

  manager = await staffPage(browser, 'earnings')
  await openTheOne(manager, 'approval')
  const amount = await approve(manager)
  await expect(manager.getByText('You gave the first approval')).toBeVisible()
  await expect(manager.getByRole('link', { name: /^(Give first approval|Approve and send)$/ })).toHaveCount(0)
  let approver = await staffPage(browser, 'super')
  await openTheOne(approver, 'approval')
  expect(await approve(approver)).toBe(amount)
  await untilSent(approver)
  await advance(shop, 'PT5M')
  await advance(shop, 'PT40M')
  // Staff are signed out after 30 idle minutes.
  approver = await staffPage(browser, 'super')
  await openTheOne(approver, 'failed')
  await expect(approver.getByText('The payout failed')).toBeVisible()
  await creator.goto(`${shop.url}/dashboard/payouts`)
  await expect(creator.getByText('Failed', { exact: true })).toBeVisible()
  await expect(creator.getByText(/The network doesn’t know this number/)).toBeVisible()

  // A new number has a waiting time of three days; then a new payout replaces the failed one.
  await namePayoutAccount(creator, WORKS)
  await expect(creator.getByText('Waiting', { exact: true })).toBeVisible()
  await advance(shop, 'PT73H')
  manager = await staffPage(browser, 'earnings')
  await openTheOne(manager, 'failed')
  await manager.getByRole('link', { name: 'Pay again' }).click()
  await manager.getByRole('button', { name: 'Create new payout' }).click()
  await expect(manager.getByText('You gave the first approval')).toBeVisible()
  const second = await staffPage(browser, 'owner')
  await openTheOne(second, 'approval')
  await approve(second)
  await untilSent(second)
  await advance(shop, 'PT5M')
  await advance(shop, 'PT5M')
  await openTheOne(second, 'completed')
  await expect(second.getByText('Gateway fee')).toBeVisible()
  creator = await pageOf(browser, BRENDA)
  await creator.goto(`${shop.url}/dashboard/payouts`)
  await expect(creator.getByText('Completed', { exact: true })).toBeVisible()
  await expect(creator.getByText(/Sent again as PO-/)).toBeVisible()
  const gateway = (await atGateway(shop)) as unknown as { transfers: { status: string; amount: number }[] }
  const sum = Number(amount.replaceAll(',', ''))
  const paid = gateway.transfers.filter((transfer) => transfer.status === 'SUCCESSFUL' && transfer.amount === sum)
  expect(paid).toHaveLength(1)
})

test('PAYOUT-01 DASH-03s without JavaScript: a creator adds an account, errors keep the input, other people see no payouts', async ({
  browser,
}) => {
  // An address gets one code a minute.
  await advance(shop, 'PT2M')
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  await confirmAdult(context, shop.url)
  const code = await codeAfter(context, BRENDA, () =>
    postForm(context.request, shop, '/auth', { email: BRENDA, mode: 'sign-in' }),
  )
  await postForm(context.request, shop, '/auth/code', { intent: 'verify', code })
  const page = await context.newPage()
  await page.goto(`${shop.url}/dashboard/payout-account?kind=bank`)
  await page.getByLabel('Account number').fill('12')
  await page.getByLabel('Name on the account').fill('Brenda Nakato')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose your bank')
  await expect(page.getByLabel('Account number')).toHaveValue('12')
  await page.getByLabel('Bank', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Account number').fill('0123456789')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible()
  await expect(page.getByText('0123456789')).toBeVisible()
  await context.close()

  const fan = await pageOf(browser, BRIAN)
  await fan.goto(`${shop.url}/dashboard/payouts`)
  expect(new URL(fan.url()).pathname).not.toBe('/dashboard/payouts')
  const support = await staffPage(browser, 'support')
  expect((await support.goto(`${shop.url}/admin/earnings/payouts`))!.status()).toBe(403)
})
