import { type BrowserContext, expect } from '@playwright/test'
import type pg from 'pg'
import type { Product } from '../support/product.ts'
import { openOwner } from '../support/fixture.ts'
import { test, useMovingClock } from './moving-clock.ts'
import { advance, atGateway, becomeFan, checkoutsOf, payAtGateway, postForm } from './payment-steps.ts'
import { newAddress } from './people.ts'

// These journeys move the clock and restore the plans that they change.
let shop: Product
let owner: pg.Client

test.beforeAll(async ({ moving }) => {
  shop = await useMovingClock(moving)
  owner = await openOwner(shop.dataDir)
})
test.afterAll(() => owner?.end())

async function makeCode(code: string, percentage: number, limit: number | null = null): Promise<void> {
  await owner.query(
    `insert into promo_codes (id, code, discount_percentage, usage_limit) values (gen_random_uuid(), $1, $2, $3)`,
    [code, percentage, limit],
  )
}

/** Pays a payment form by mobile money, as its page would. Returns the amount requested from the gateway. */
async function payBy(context: BrowserContext, email: string, path: string, more: Record<string, string> = {}) {
  const attempt = `e2e_${Math.random().toString(36).slice(2)}_${Math.random().toString(36).slice(2)}`.padEnd(24, '0')
  const form = { name: 'A Fan', email, method: 'mobile_money', phone: '0772123456', attempt, ...more }
  const answer = await postForm(context.request, shop, path, form)
  expect(answer.status()).toBe(303)
  const [checkout] = (await checkoutsOf(shop, email)).toSorted((one, two) => (one.tx_ref < two.tx_ref ? 1 : -1))
  await payAtGateway(shop, checkout!.tx_ref, 'approve')
  return checkout!.amount
}

/** A fan with a monthly pass and optionally money in the wallet. */
async function fanWithPass(context: BrowserContext, name: string, shillings = 0): Promise<string> {
  const email = await becomeFan(context, shop, name)
  await payBy(context, email, '/subscribe?pay=monthly&currency=UGX')
  await expect.poll(async () => countPasses(email)).toBe(1)
  if (shillings > 0) {
    await payBy(context, email, `/wallet/top-up?amount=${shillings}`, { amount: String(shillings) })
    await expect.poll(async () => balanceOf(email)).toBe(BigInt(shillings) * 100n)
  }
  return email
}

async function countPasses(email: string): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as n from subscriptions s join profiles p on p.id = s.user_id where p.email = $1`,
    [email],
  )
  return rows[0].n
}

async function balanceOf(email: string): Promise<bigint> {
  const { rows } = await owner.query(
    `select coalesce(-sum(b.balance_minor), 0)::text as held from ledger_accounts a join ledger_balances b on b.account_id = a.id
     join profiles p on p.id = a.owner_id where p.email = $1 and a.purpose = 'wallet'`,
    [email],
  )
  return BigInt(rows[0].held)
}

for (const javaScriptEnabled of [true, false]) {
  test(`SUB-03 SUB-04 promo to payment with the shown price charged, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const code = javaScriptEnabled ? 'PEACH20' : 'SWEET20'
    await makeCode(code, 20)
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${shop.url}/subscribe?pay=monthly&currency=UGX`)
    await page.getByRole('dialog').getByRole('link', { name: 'Have a code?' }).click()
    await page.getByLabel('Promo code').fill('NOSUCHCODE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('This code can’t be used.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay UGX\s180,000$/ })).toBeVisible()

    await page.getByLabel('Promo code').fill(code.toLowerCase())
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(`${code}: 20% off`)).toBeVisible()
    await expect(page.getByRole('dialog').locator('s')).toHaveText(/UGX\s180,000/)
    // The code is in the address: a reload and a link show the same price.
    expect(new URL(page.url()).searchParams.get('promo')?.toUpperCase()).toBe(code)
    await page.reload()

    const email = newAddress('promo')
    await page.getByLabel('Mobile money number').fill('772 123 456')
    await page.getByLabel('Name').fill('A Fan')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: /^Pay UGX\s144,000$/ }).click()
    await page.waitForURL(/hosted\/pay/)
    const [checkout] = await checkoutsOf(shop, email)
    expect(checkout).toMatchObject({ amount: 144_000, currency: 'UGX' })
    await payAtGateway(shop, checkout!.tx_ref, 'approve')
    await expect.poll(async () => countPasses(email)).toBe(1)
    const { rows } = await owner.query('select usage_count from promo_codes where code = $1', [code])
    expect(rows[0].usage_count).toBe(1)
    await context.close()
  })
}

test('SUB-04 a code for the whole price gives the pass at once after sign-in, without the payment page', async ({
  page,
  context,
}) => {
  await makeCode('ALLOFIT', 100, 1)
  const email = await becomeFan(context, shop, 'Gift')
  await page.goto(`${shop.url}/subscribe?pay=annual&currency=UGX&promo=allofit`)
  // With nothing to pay, the form asks for no phone number.
  await expect(page.getByText('There is nothing to pay.')).toBeVisible()
  await expect(page.getByLabel('Mobile money number')).toHaveCount(0)
  await page.getByRole('button', { name: /^Pay UGX\s0$/ }).click()
  await page.waitForURL(/unblocked-feed/)
  await expect(page.getByText('There was nothing to pay.')).toBeVisible()
  expect(await countPasses(email)).toBe(1)
  expect(await checkoutsOf(shop, email)).toEqual([])
})

test('SUB-06a SUB-06b SUB-06d a pass is renewed from the wallet in two taps, and the plan is switched for the next term', async ({
  page,
  context,
}) => {
  const email = await fanWithPass(context, 'Renewing', 2_000_000)
  await page.goto(`${shop.url}/subscription`)
  // A month is left: nothing has to be done yet.
  const renew = page.getByRole('link', { name: /^Renew for UGX\s180,000$/ })
  await expect(renew).toHaveClass(/button-outline/)
  await renew.click()
  await expect(page.getByText('Wallet balance')).toBeVisible()
  await expect(page.locator('main form .button')).toHaveText([
    /^Pay UGX\s180,000 from wallet$/,
    'Pay with mobile money or card',
  ])
  await page.getByRole('button', { name: /^Pay UGX\s180,000 from wallet$/ }).click()
  await page.waitForURL(/\/subscription$/)
  await expect(page.getByText('It starts when your current pass ends, so you lose no day.')).toBeVisible()
  expect(await countPasses(email)).toBe(2)
  expect(await balanceOf(email)).toBe(182_000_000n)

  await page.getByRole('link', { name: /^Switch to Annual/ }).click()
  await expect(page.getByRole('heading', { name: 'Switch to the Annual pass' })).toBeVisible()
  await page.getByRole('button', { name: /^Pay UGX\s1,500,000 from wallet$/ }).click()
  await page.waitForURL(/\/subscription$/)
  await expect(page.getByText(/^Next: Annual, /)).toBeVisible()
  expect(await balanceOf(email)).toBe(32_000_000n)
  // Each payment has its receipt here.
  await expect(page.getByRole('link', { name: /Annual pass/ })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /Monthly pass/ })).toHaveCount(2)
})

test('SUB-06c automatic renewal from the wallet: turned on, announced, done once; a cancelled one ends', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  // Without script the switch needs a button.
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const email = await fanWithPass(context, 'Automatic', 400_000)
  await page.goto(`${shop.url}/subscription`)
  await page.getByRole('checkbox', { name: /Renew from wallet/ }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Up to UGX\s180,000/)).toBeVisible()

  const other = await browser.newContext({ javaScriptEnabled: false })
  const otherPage = await other.newPage()
  const cancelled = await fanWithPass(other, 'Cancelled', 400_000)
  await otherPage.goto(`${shop.url}/subscription`)
  await otherPage.getByRole('button', { name: 'Stop reminders' }).click()
  await expect(otherPage.getByText('You turned reminders off', { exact: false }).first()).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'Turn reminders on' })).toBeVisible()

  const { rows } = await owner.query(
    `select ceil(extract(epoch from max(s.expires_at) - app_now()) / 3600)::int as hours from subscriptions s
     join profiles p on p.id = s.user_id where p.email = $1`,
    [email],
  )
  await advance(shop, `PT${rows[0].hours - 60}H`)
  await advance(shop, 'PT40H')
  await advance(shop, 'PT16H')
  await expect.poll(async () => countPasses(email)).toBe(2)
  expect(await balanceOf(email)).toBe(22_000_000n)
  await advance(shop, 'PT8H')
  expect(await countPasses(email)).toBe(2)
  expect(await countPasses(cancelled)).toBe(1)
  const mails = async (to: string): Promise<string[]> =>
    ((await (await fetch(`${shop.url}/dev/mail.json?to=${to}`)).json()) as { subject: string }[])
      .map((mail) => mail.subject)
      .filter((subject) => subject === 'A reminder')
  await expect.poll(() => mails(email)).toHaveLength(2)
  await expect.poll(() => mails(cancelled)).toHaveLength(1)
  await context.close()
  await other.close()
})

test('SUB-07 a restricted plan is neither shown nor sold in other countries', async ({ page, context }) => {
  await owner.query(`update subscription_plans set country_restrictions = '{KE}' where name = 'annual'`)
  try {
    await page.goto(`${shop.url}/subscribe`)
    await expect(page.getByRole('radio', { name: /Monthly/ })).toHaveCount(1)
    await expect(page.getByRole('radio', { name: /Annual/ })).toHaveCount(0)
    const email = await becomeFan(context, shop, 'Abroad')
    const attempt = 'e2e_restricted_plan_000000'
    const form = { name: 'A Fan', email, method: 'card', phone: '+256772123456', attempt }
    const refused = await postForm(context.request, shop, '/subscribe?pay=annual&currency=UGX', form)
    expect(refused.status()).toBe(409)
    expect(await refused.text()).toContain('sold in your country')
    expect((await atGateway(shop)).links.filter((link) => link.email === email)).toEqual([])
    // A fan with a phone number from that country sees and buys it.
    await owner.query(`update profiles set phone = '+254712345678' where email = $1`, [email])
    await page.goto(`${shop.url}/subscribe`)
    await expect(page.getByRole('radio', { name: /Annual/ })).toHaveCount(1)
    const sold = await postForm(context.request, shop, '/subscribe?pay=annual&currency=UGX', form)
    expect(sold.status()).toBe(303)
  } finally {
    await owner.query(`update subscription_plans set country_restrictions = '{}' where name = 'annual'`)
  }
})
