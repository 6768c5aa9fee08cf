import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { openOwner } from '../support/fixture.ts'
import { test, useMovingClock } from './moving-clock.ts'
import { advance, becomeFan, checkoutsOf, payAtGateway, postForm } from './payment-steps.ts'
import { confirmAdult } from './people.ts'

// A week of Irene's account with a moving clock; no other spec with that clock uses her.
test.describe.configure({ timeout: 240_000, mode: 'serial' })

const IRENE = 'irene@demo.peach.example'

let shop: Product
test.beforeAll(async ({ moving }) => {
  shop = await useMovingClock(moving)
})

async function mailsTo(
  request: APIRequestContext,
  address: string,
): Promise<{ code: string | null; subject: string }[]> {
  const answer = await request.get(`${shop.url}/dev/mail.json?to=${encodeURIComponent(address)}`)
  return (await answer.json()) as { code: string | null; subject: string }[]
}

/** A window of a person of the demo data, signed in by the mailed code. */
async function windowOf(browser: Browser, address: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } })
  await confirmAdult(context, shop.url)
  const { request } = context
  const codes = async () => (await mailsTo(request, address)).flatMap(({ code }) => code ?? [])
  const before = (await codes()).length
  await postForm(request, shop, '/auth', { email: address, mode: 'sign-in' })
  await expect.poll(async () => (await codes()).length, { timeout: 20_000 }).toBeGreaterThan(before)
  await postForm(request, shop, '/auth/code', { intent: 'verify', code: (await codes())[0]! })
  return context
}

/** A post by Irene that costs UGX 200,000. */
async function dearPost(): Promise<string> {
  const owner = await openOwner(shop.dataDir)
  try {
    const { rows } = await owner.query<{ id: string }>(
      `update posts set price_minor = 20000000 where id = (
         select p.id from posts p join profiles a on a.id = p.creator_id
         where a.email = $1 and p.audience = 'pay_to_unlock' and p.state = 'published' limit 1) returning id`,
      [IRENE],
    )
    return rows[0]!.id
  } finally {
    await owner.end()
  }
}

/** Posts are only sold to people with access to the creator. */
async function grantAccess(email: string): Promise<void> {
  const owner = await openOwner(shop.dataDir)
  await owner.query(
    `insert into user_access (id, user_id, reason) select gen_random_uuid(), id, 'journey' from profiles where email = $1`,
    [email],
  )
  await owner.end()
}

/** Irene's paid time is over. */
async function endPaidTime(): Promise<void> {
  const owner = await openOwner(shop.dataDir)
  await owner.query(
    `update creator_listings set starts_at = app_now() - interval '9 days', ends_at = app_now() - interval '1 minute'
     where creator_id = (select id from profiles where email = $1)`,
    [IRENE],
  )
  await owner.end()
}

/** How many weeks Irene has paid. */
async function weeksOf(): Promise<number> {
  const owner = await openOwner(shop.dataDir)
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from creator_fee_weeks where creator_id = (select id from profiles where email = $1)`,
    [IRENE],
  )
  await owner.end()
  return rows[0]!.count
}

/** The available amount on the page, in shillings. */
async function availableOn(page: Page): Promise<number> {
  const text = await page
    .getByText(/UGX\s[\d,]+ available/)
    .first()
    .innerText()
  return Number(/[\d,]{2,}|\d/.exec(text)![0].replaceAll(',', ''))
}

test('CSUB-01c CSUB-03 a creator pays the fee from earnings, is visible at once, and the next week is paid automatically', async ({
  browser,
}) => {
  const post = await dearPost()
  const fan = await browser.newContext({ viewport: { width: 360, height: 800 } })
  await confirmAdult(fan, shop.url)
  const email = await becomeFan(fan, shop, 'Judith')
  await grantAccess(email)
  const buyer = await fan.newPage()
  await buyer.goto(`${shop.url}/posts/${post}/unlock?with=gateway`)
  const attempt = 'a-token-of-this-journey-0001'
  const started = await postForm(fan.request, shop, `/posts/${post}/unlock`, {
    name: 'Judith',
    email,
    method: 'mobile_money',
    phone: '772 123 456',
    attempt,
  })
  expect(started.status()).toBe(303)
  await expect.poll(async () => (await checkoutsOf(shop, email)).length).toBeGreaterThan(0)
  const [checkout] = (await checkoutsOf(shop, email)).filter(({ amount }) => amount === 200_000)
  await payAtGateway(shop, checkout!.tx_ref, 'approve')
  await fan.close()
  // The seven days in which earnings are pending, plus one.
  await advance(shop, 'P8D')
  await endPaidTime()

  const visitor = await browser.newContext()
  await confirmAdult(visitor, shop.url)
  const page = await visitor.newPage()
  await page.goto(`${shop.url}/irene`)
  await expect(page.getByText('Profile unavailable', { exact: true })).toBeVisible()

  const context = await windowOf(browser, IRENE)
  const creator = await context.newPage()
  await creator.goto(`${shop.url}/creator-subscription`)
  // The post's UGX 160,000, and her share of the week's passes.
  const available = await availableOn(creator)
  expect(available).toBeGreaterThanOrEqual(160_000)
  await creator.getByText('My earnings', { exact: true }).click()
  await creator.getByRole('button', { name: 'Pay & Unlock' }).click()
  await expect(creator).toHaveURL(/with=earnings/)
  const dialog = creator.getByRole('dialog')
  await expect(dialog.getByText('Left afterwards')).toBeVisible()
  await expect(dialog.getByText(`UGX\u00a0${(available - 60_000).toLocaleString('en')}`, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: /^Pay UGX\s60,000$/ }).click()
  await expect(creator).toHaveURL(/\/dashboard/)
  await expect(creator.getByText('Paid from your earnings')).toBeVisible()

  // Visible at once for everyone.
  await page.goto(`${shop.url}/irene`)
  await expect(page.getByText('Profile unavailable', { exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(/irene$/)

  // The next week is paid automatically, a day before the end.
  await creator.goto(`${shop.url}/creator-subscription?renew=1`)
  expect(await availableOn(creator)).toBe(available - 60_000)
  await creator.getByRole('button', { name: 'Turn on' }).click()
  await expect(creator.getByText('Paid from your earnings each week')).toBeVisible()
  await expect(creator.getByRole('button', { name: 'Turn off' })).toBeVisible()
  expect(await weeksOf()).toBe(1)
  await advance(shop, 'P6DT1H')
  await expect.poll(weeksOf, { timeout: 30_000 }).toBe(2)
  await advance(shop, 'P1D')
  // The first week is over, and her page is still visible.
  await page.goto(`${shop.url}/irene`)
  await expect(page).toHaveURL(/irene$/)
  await expect(page.getByText('Profile unavailable', { exact: true })).toHaveCount(0)
  await visitor.close()
  await context.close()
})
