import { expect } from '@playwright/test'
import type pg from 'pg'
import type { Product } from '../support/product.ts'
import { openOwner } from '../support/fixture.ts'
import { test, useMovingClock } from './moving-clock.ts'
import {
  advance,
  atGateway,
  becomeFan,
  checkoutsOf,
  chooseScenario,
  expectAccess,
  expectNoAccess,
  goToCheckout,
  payAtGateway,
  playFromDrawer,
  postForm,
  referenceAt,
} from './payment-steps.ts'
import { newAddress, newestMail, scriptStarted } from './people.ts'

// These journeys move the clock and count only the rows of their own people.
let shop: Product
let owner: pg.Client

test.beforeAll(async ({ moving }) => {
  shop = await useMovingClock(moving)
  owner = await openOwner(shop.dataDir)
})
test.afterAll(() => owner?.end())

/** The effects of one payment: passes, unlocks, ledger entries and refunds. */
async function traceOf(
  txRef: string,
): Promise<{ passes: number; unlocks: number; entries: string[]; refunds: number; status: string }> {
  const { rows } = await owner.query(
    `select t.status,
       (select count(*)::int from subscriptions s where s.purchase_id = t.purchase_id) as passes,
       (select count(*)::int from unlocks u where u.purchase_id = t.purchase_id) as unlocks,
       array(select e.kind from journal_entries e where e.cause_id = t.id order by e.id) as entries,
       (select count(*)::int from refunds r where r.transaction_id = t.id) as refunds
     from transactions t where t.flutterwave_tx_ref = $1`,
    [txRef],
  )
  return rows[0]
}

const PAID_ONCE = { status: 'succeeded', passes: 1, unlocks: 0, entries: ['pass_paid'], refunds: 0 }

test('PAY-06 PAY-07 a tab closed before the approval: after paying on the phone only, the pass is there when the fan comes back', async ({
  context,
}) => {
  const email = await becomeFan(context, shop, 'Sarah')
  const tab = await context.newPage()
  const txRef = await goToCheckout(tab, shop, email)
  await tab.close()
  await payAtGateway(shop, txRef, 'approve')

  const later = await context.newPage()
  await expectAccess(later, shop)
  await later.goto(`${shop.url}/payment-callback?tx_ref=${txRef}`)
  await expect(later.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
})

test('PAY-06 the webhook arrives before the fan returns: the page shows success at once, and nothing is granted twice', async ({
  page,
  context,
}) => {
  const email = await becomeFan(context, shop, 'Ruth')
  const txRef = await goToCheckout(page, shop, email)
  const { redirect_to: back } = await payAtGateway(shop, txRef, 'approve')
  await expect.poll(async () => (await traceOf(txRef)).status).toBe('succeeded')
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(back!)
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  }
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
})

test('PAY-06 the webhook arrives twice: one pass, one entry', async ({ page, context }) => {
  const email = await becomeFan(context, shop, 'Joan')
  const txRef = await goToCheckout(page, shop, email)
  await chooseScenario(shop, 'W01', { tx_ref: txRef })
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.waitForURL(/unblocked-feed/)
  await expect
    .poll(async () =>
      (await atGateway(shop, txRef)).webhooks.flatMap((hook) => hook.answers.map((answer) => answer.status)),
    )
    .toEqual([200, 200])
  const { rows } = await owner.query('select copies, state from webhook_events where tx_ref = $1', [txRef])
  expect(rows.reduce((sum: number, row: { copies: number }) => sum + row.copies, 0)).toBe(2)
  await expect
    .poll(
      async () =>
        (await owner.query(`select from webhook_events where tx_ref = $1 and state <> 'processed'`, [txRef])).rowCount,
    )
    .toBe(0)
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
})

test('PAY-07 no webhook and no return: the server asks the gateway by itself, and the pass is there', async ({
  page,
  context,
}) => {
  const email = await becomeFan(context, shop, 'Esther')
  const txRef = await goToCheckout(page, shop, email)
  await playFromDrawer(page, 'P14')
  await expect(page.getByText('You can close this tab')).toBeVisible()
  expect((await atGateway(shop, txRef)).webhooks).toEqual([])
  await advance(shop, 'PT1M')
  await expectAccess(page, shop)
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
})

test('PAY-04c PAY-04e a declined payment shows the real reason, and Try Again keeps the plan', async ({
  page,
  context,
}) => {
  const email = await becomeFan(context, shop, 'Agnes')
  const txRef = await goToCheckout(page, shop, email)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL(/payment-callback/)
  await expect(
    page.getByRole('heading', { level: 1, name: 'You declined the payment. Nothing was charged.' }),
  ).toBeVisible()
  await expect(page.getByText('Payment verification failed')).toHaveCount(0)
  await expect(page.getByText('Not paid')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/success|received|cancelled/i)
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')

  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute(
    'href',
    '/viewer-onboarding?step=3&plan=monthly',
  )
  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.waitForURL(/\/viewer-onboarding\/plan\?plan=monthly/)
  // The annual plan is the default.
  await expect(page.getByRole('radio', { name: /Monthly/ })).toBeChecked()
  await expectNoAccess(page, shop)
  expect(await traceOf(txRef)).toMatchObject({ passes: 0, entries: [], refunds: 0 })
})

test('PAY-04f a prompt that times out waits first, then shows the reason by itself', async ({ page, context }) => {
  const email = await becomeFan(context, shop, 'Olive')
  const txRef = await goToCheckout(page, shop, email)
  await page.getByRole('button', { name: 'Let it time out' }).click()
  await page.waitForURL(/payment-callback/)
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/success|received|failed/i)
  await advance(shop, 'PT11M')
  await expect(page.getByRole('heading', { name: 'Payment verification failed. Please contact support.' })).toBeVisible(
    { timeout: 15_000 },
  )
  await expect(page.getByText('The approval request ran out of time. No money was taken.')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/success|received/i)
  expect(await traceOf(txRef)).toMatchObject({ passes: 0, entries: [] })
})

test('PAY-04b cancelled at the payment page: shown after a check that found no payment', async ({ page, context }) => {
  const email = await becomeFan(context, shop, 'Irene')
  const txRef = await goToCheckout(page, shop, email)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/payment-callback/)
  await expect(page.getByRole('heading', { name: 'Payment was cancelled' })).toBeVisible()
  await expect(page.getByText('We checked with the payment service and found no payment.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible()
  expect(await traceOf(txRef)).toMatchObject({ status: 'cancelled', passes: 0, entries: [] })
})

test('PAY-06 a wrong PIN, then an approval on the same payment page: the second attempt counts', async ({
  page,
  context,
}) => {
  const email = await becomeFan(context, shop, 'Prossy')
  const txRef = await goToCheckout(page, shop, email)
  await playFromDrawer(page, 'P07')
  await expect(page.getByText(/Payment failed: Incorrect PIN/)).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.waitForURL(/unblocked-feed/)
  expect((await atGateway(shop, txRef)).transactions.map((one) => one.status)).toEqual(['failed', 'successful'])
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
})

test('PAY-06 a wrong PIN leads back, and the same payment page is opened again and approved', async ({
  page,
  context,
}) => {
  const email = await becomeFan(context, shop, 'Doreen')
  const txRef = await goToCheckout(page, shop, email)
  const checkout = page.url()
  await page.getByRole('button', { name: 'Wrong PIN' }).click()
  await page.waitForURL(/payment-callback/)
  await expect(
    page.getByText('The PIN was not accepted. Try again carefully: repeated wrong PINs can lock your wallet.'),
  ).toBeVisible()
  await page.getByRole('link', { name: /Open the payment page again/ }).click()
  await expect(page).toHaveURL(checkout)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
})

test('PAY-04f the redirect says successful while the gateway says pending: the page waits, then shows success by itself', async ({
  page,
  context,
}) => {
  const email = await becomeFan(context, shop, 'Flavia')
  const txRef = await goToCheckout(page, shop, email)
  await playFromDrawer(page, 'P15')
  await page.waitForURL(/payment-callback\?status=successful/)
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await expect(page.getByText('This page updates by itself.')).toBeVisible()
  // It checks again and still shows the real status.
  await page.waitForResponse((answer) => answer.url().includes('/payment-callback') && answer.ok())
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  expect(await traceOf(txRef)).toMatchObject({ status: 'pending', passes: 0, entries: [] })
  // The page continues by itself after five seconds, which can be before the due jobs have all run.
  const shown = expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 20_000 })
  await Promise.all([shown, advance(shop, 'PT21M')])
  await page.waitForURL(/unblocked-feed/)
  await expect(page.getByRole('heading', { name: /Premium Peach/ })).toBeVisible()
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
})

test('PAY-06 less money than the price: it goes to review, and nothing opens', async ({ page, context }) => {
  const email = await becomeFan(context, shop, 'Mercy')
  const txRef = await goToCheckout(page, shop, email)
  await playFromDrawer(page, 'P22')
  await page.waitForURL(/payment-callback/)
  await expect(
    page.getByText('We received a different amount than the price. Our team is checking it. Please don’t pay again.'),
  ).toBeVisible()
  await expect(page.getByText('Being checked')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveCount(0)
  await expectNoAccess(page, shop)
  expect(await traceOf(txRef)).toMatchObject({ status: 'review', passes: 0, entries: ['payment_to_return'] })
})

test('PAY-03b PAY-05 a visitor pays without an account: the page asks for the emailed code, which opens the account and the pass', async ({
  page,
}) => {
  const email = newAddress('visitor')
  await page.goto(`${shop.url}/subscribe?currency=UGX`)
  await page.getByRole('radio', { name: /Monthly/ }).check({ force: true })
  await page.getByRole('button', { name: 'Unlock full access' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Patience K')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Mobile money number').fill('0752 123 456')
  await page.getByRole('button', { name: /^Pay UGX/ }).click()
  await page.waitForURL(/hosted\/pay/)
  const txRef = await referenceAt(page, shop, email)
  await page.getByRole('button', { name: 'Approve' }).click()

  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page.getByText(`We made your account for ${email} and emailed you a code. Enter it here.`)).toBeVisible()
  // Paying signs no one in.
  const feed = await page.request.get(`${shop.url}/unblocked-feed`, { maxRedirects: 0 })
  expect(feed.headers().location).toBe('/auth?returnTo=%2Funblocked-feed')

  // The sixth digit sends the code; after it the birthday is enough.
  await scriptStarted(page)
  await page.getByRole('textbox', { name: /code/i }).fill((await newestMail(email, 0, shop.url)).code)
  await page.waitForURL(/\/profile-setup/)
  await expect(page.getByLabel('Display name')).toBeHidden()
  await page.getByLabel('Day').fill('9')
  await page.getByLabel('Month').fill('2')
  await page.getByLabel('Year').fill('1991')
  await page.getByRole('button', { name: /Save/ }).click()
  await page.waitForURL(/\/unblocked-feed/)
  await expect(page.getByRole('heading', { name: /Premium Peach/ })).toBeVisible()
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
  const { rows } = await owner.query('select unauthenticated from transactions where flutterwave_tx_ref = $1', [txRef])
  expect(rows[0].unauthenticated).toBe(true)
})

test('PAY-06 a double click, a repeated form and a reload are one payment', async ({ page, context }) => {
  const email = await becomeFan(context, shop, 'Brenda')
  await page.goto(`${shop.url}/subscribe?currency=UGX&pay=monthly`)
  const attempt = await page.locator('input[name=attempt]').inputValue()
  const shown = await page.locator('input[name=shown]').inputValue()
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByRole('button', { name: /^Pay UGX/ }).dblclick()
  await page.waitForURL(/hosted\/pay/)
  const checkout = page.url()
  const txRef = await referenceAt(page, shop, email)

  const form = { attempt, shown, name: 'Brenda', email, method: 'mobile_money', phone: '772 123 456', network: '' }
  const again = await Promise.all(
    [1, 2, 3].map(() => postForm(context.request, shop, '/subscribe?currency=UGX&pay=monthly', form)),
  )
  expect(again.map((answer) => [answer.status(), answer.headers().location])).toEqual(
    [1, 2, 3].map(() => [303, checkout]),
  )
  // A second tab with its own new form.
  const tab = await context.newPage()
  expect(await goToCheckout(tab, shop, email)).toBe(txRef)
  await page.goBack()
  await page.reload()
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByRole('button', { name: /^Pay UGX/ }).click()
  await page.waitForURL(checkout)

  expect(await checkoutsOf(shop, email)).toHaveLength(1)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.reload()
  // The first form once more: there is nothing left to pay.
  const late = await postForm(context.request, shop, '/subscribe?currency=UGX&pay=monthly', form)
  expect(late.status()).toBe(303)
  expect(late.headers().location).not.toContain('hosted')
  expect(await checkoutsOf(shop, email)).toHaveLength(1)
  const { rows } = await owner.query('select count(*)::int as transactions from transactions where email = $1', [email])
  expect(rows).toEqual([{ transactions: 1 }])
  expect(await traceOf(txRef)).toEqual(PAID_ONCE)
})

test('SUB-03 prices, currencies and plans sent by the browser are ignored', async ({ page, context }) => {
  const email = await becomeFan(context, shop, 'Tendo')
  async function formOf(path: string): Promise<Record<string, string>> {
    await page.goto(`${shop.url}${path}`)
    const field = (name: string) => page.locator(`form[method=post] input[name=${name}]`).inputValue()
    return {
      attempt: await field('attempt'),
      shown: await field('shown'),
      name: 'Tendo',
      email,
      method: 'mobile_money',
      phone: '772 123 456',
      network: '',
    }
  }
  const path = '/subscribe?currency=UGX&pay=monthly'
  const honest = await formOf(path)

  const shownLess = await postForm(context.request, shop, path, { ...honest, shown: '100' })
  expect(shownLess.status()).toBe(409)
  expect(await shownLess.text()).toContain('The price has changed. It is UGX\u00a0180,000 now.')
  const dollars = await postForm(context.request, shop, '/subscribe?currency=USD&pay=monthly', {
    ...honest,
    shown: '499',
  })
  expect(dollars.status()).toBe(400)
  expect(await dollars.text()).toContain('Mobile money pays in UGX only.')
  const noSuchPlan = await postForm(context.request, shop, '/subscribe?pay=weekly', honest)
  expect([noSuchPlan.status(), noSuchPlan.headers().location]).toEqual([303, '/subscribe'])
  expect(await checkoutsOf(shop, email), 'nothing was asked for until here').toEqual([])

  const more = {
    amount: '1',
    price: '100',
    amount_minor: '1',
    currency: 'USD',
    plan: 'annual',
    pay: 'annual',
    product_id: 'x',
    discount: '99',
    email: 'else@fans.example',
  }
  const taken = await postForm(context.request, shop, path, { ...honest, ...more })
  expect(taken.status()).toBe(303)
  expect(await checkoutsOf(shop, email)).toMatchObject([
    { amount: 180_000, currency: 'UGX', url: taken.headers().location },
  ])
  expect(await checkoutsOf(shop, 'else@fans.example')).toEqual([])

  const oddities: Record<string, string>[] = [
    { attempt: '' },
    { attempt: "'; drop table purchases; --" },
    { shown: '-1' },
    { shown: '9'.repeat(39) },
    { shown: 'NaN' },
    { method: 'wallet' },
    { network: 'NOPE' },
    { phone: '9'.repeat(5_000) },
    { phone: '+1 202 555 0100' },
    { name: 'x'.repeat(100_000) },
    { name: 'a\u0000b' },
  ]
  for (const oddity of oddities) {
    const answer = await postForm(context.request, shop, path, { ...honest, ...oddity })
    expect(answer.status(), JSON.stringify(oddity).slice(0, 60)).toBeLessThan(500)
    expect(answer.status(), JSON.stringify(oddity).slice(0, 60)).toBeGreaterThanOrEqual(300)
  }
  const foreign = await context.request.post(`${shop.url}${path}`, {
    form: honest,
    headers: { origin: 'https://evil.example' },
    maxRedirects: 0,
  })
  expect(foreign.status()).toBe(403)
  for (const post of ['01970000-0000-7000-8000-000000000001', 'nonsense', '%00', "' or 1=1"]) {
    const answer = await postForm(context.request, shop, `/posts/${post}/unlock`, honest)
    expect(answer.status(), post).toBeLessThan(500)
  }
  // Everything above requested one product at one price.
  expect(new Set((await checkoutsOf(shop, email)).map((link) => `${link.amount} ${link.currency}`))).toEqual(
    new Set(['180000 UGX']),
  )
})

test('FEED-08a FEED-08b FEED-08d PROF-02c a second browser without rights gets nothing', async ({
  page,
  context,
  browser,
}) => {
  const email = await becomeFan(context, shop, 'Rose')
  const txRef = await goToCheckout(page, shop, email)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(/unblocked-feed/)
  const mediaOf = async (text: string) => [
    ...new Set([...text.matchAll(/\/media\/[0-9a-f-]{36}\/[A-Za-z0-9._-]+(?:\?k=[\w.-]+)?/g)].map(([path]) => path)),
  ]
  const rights = await mediaOf(await (await context.request.get(`${shop.url}/amina_k`)).text())

  for (const kind of ['visitor', 'fan without a pass'] as const) {
    const other = await browser.newContext({ viewport: { width: 360, height: 800 } })
    await other.addCookies([{ name: 'peach_adult', value: '1', url: shop.url }])
    const theirs = await other.newPage()
    if (kind === 'visitor') {
      await theirs.goto(`${shop.url}/unblocked-feed`)
      await expect(theirs).toHaveURL(/\/auth\?returnTo=%2Funblocked-feed$/)
      await expect(theirs.getByText('Access Denied', { exact: true })).toBeVisible()
      await expect(theirs.getByText('Please sign in to access premium content', { exact: true })).toBeVisible()
    } else {
      await becomeFan(other, shop, 'Nosy')
      await expectNoAccess(theirs, shop)
    }

    // Pictures that only the pass holder's page references are refused, whole or in ranges.
    const without = await (await other.request.get(`${shop.url}/amina_k`)).text()
    // Each viewer has keys of their own.
    const withoutKey = (path: string) => path.split('?')[0]!
    const open = new Set((await mediaOf(without)).map(withoutKey))
    const locked = rights.filter((path) => !open.has(withoutKey(path)))
    expect(locked.length).toBeGreaterThan(3)
    for (const path of locked) {
      const original = await (await context.request.get(`${shop.url}${path}`)).body()
      // A list of segments is short.
      expect(original.length).toBeGreaterThan(path.includes('.m3u8') ? 100 : 1_000)
      for (const headers of [{}, { range: 'bytes=0-99' }, { 'if-none-match': '*' }] as Record<string, string>[]) {
        const refused = await other.request.get(`${shop.url}${path}`, { headers })
        expect(refused.status(), `${kind}: ${path}`).toBe(403)
        expect(refused.headers()['content-type']).toContain('text/plain')
        expect(refused.headers()['cache-control']).toBe('private, no-store')
        expect(refused.headers().etag).toBeUndefined()
        const body = await refused.body()
        expect(body.length).toBeLessThan(100)
        expect(original.includes(body)).toBe(false)
      }
    }

    // Another person's payment: only its status, no name and no amount.
    await theirs.goto(`${shop.url}/payment-callback?tx_ref=${txRef}&status=successful`)
    const text = await theirs.content()
    for (const secret of [email, '180,000', 'Rose', 'Monthly', 'hosted/pay']) expect(text, kind).not.toContain(secret)
    await other.close()
  }
})
