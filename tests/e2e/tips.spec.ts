import { type BrowserContext, expect, type Page } from '@playwright/test'
import type pg from 'pg'
import type { Product } from '../support/product.ts'
import { openOwner } from '../support/fixture.ts'
import { test, useMovingClock } from './moving-clock.ts'
import { atGateway, becomeFan, payAtGateway } from './payment-steps.ts'
import { confirmAdult } from './people.ts'

// These journeys count only their own people's money, so they share the moving clock.
let shop: Product
let owner: pg.Client
let amina: string

test.beforeAll(async ({ moving }) => {
  shop = await useMovingClock(moving)
  owner = await openOwner(shop.dataDir)
  amina = (await owner.query(`select id from profiles where username = 'amina_k'`)).rows[0].id as string
})
test.afterAll(() => owner?.end())

async function aHolder(context: BrowserContext, name: string): Promise<string> {
  await confirmAdult(context, shop.url)
  const email = await becomeFan(context, shop, name)
  await owner.query(
    `insert into user_access (id, user_id, reason) select gen_random_uuid(), id, 'journey' from profiles where email = $1`,
    [email],
  )
  return email
}

const tipsOf = async (email: string): Promise<{ amount: string; message: string; context: string }[]> =>
  (
    await owner.query(
      `select (t.amount_minor / 100)::text as amount, t.message, t.context from tips t join profiles p on p.id = t.fan_id
       where p.email = $1 order by t.created_at`,
      [email],
    )
  ).rows

/** Approves the newest open payment of an address at the gateway and follows the redirect. */
async function approve(page: Page, email: string): Promise<void> {
  const link = (await atGateway(shop)).links.filter((one) => one.email === email).at(-1)!
  const { redirect_to: back } = await payAtGateway(shop, link.tx_ref, 'approve')
  await page.goto(back!)
}

const choose = (page: Page, sum: string) => page.locator('#amounts').getByText(sum, { exact: true }).click()

const toast = (page: Page) => page.locator('output')

test('TIP-01a TIP-01f WALLET-01 PROF-03d PROF-07h top up and tip: the missing amount is topped up, and the page returns to the tip', async ({
  page,
  context,
}) => {
  const email = await aHolder(context, 'Sarah')
  await page.goto(`${shop.url}/amina_k`)
  await page.getByRole('link', { name: 'Tip Amina K' }).click()
  await expect(page.getByRole('heading', { name: 'Tip Amina K' })).toBeVisible()
  await choose(page, 'UGX 50,000')
  await page.getByRole('link', { name: /Top up UGX.50,000/ }).click()
  await page
    .getByLabel(/phone|number/i)
    .first()
    .fill('0772123456')
  await page.getByRole('button', { name: /Top up UGX.50,000/ }).click()
  await page.waitForURL(/\/pay\//)
  await approve(page, email)
  await page.waitForURL(new RegExp(`/tip/${amina}`))

  await choose(page, 'UGX 25,000')
  await expect(page.getByText('After this')).toBeVisible()
  await page.getByLabel('Message').fill('For Friday\u2019s show!')
  await page.getByRole('button', { name: /^Tip UGX.25,000/ }).click()
  await page.waitForURL(`${shop.url}/gal/${amina}`)
  await expect(toast(page)).toContainText('Tip sent')
  await expect(page.getByText('Top supporters')).toBeVisible()
  await expect(page.getByText('You', { exact: true })).toBeVisible()
  expect(await tipsOf(email)).toEqual([{ amount: '25000', message: 'For Friday\u2019s show!', context: 'profile' }])
})

test('TIP-01a directly by mobile money, with a custom amount', async ({ page, context }) => {
  const email = await aHolder(context, 'Ruth')
  await page.goto(`${shop.url}/tip/${amina}`)
  // An invalid amount is not shown on the button or in the remaining balance.
  await page.getByLabel(/Another amount/).fill('99')
  await expect(page.getByRole('button', { name: 'Tip from the wallet' })).toBeVisible()
  await expect(page.getByText('After this')).toHaveCount(0)
  await page.getByLabel(/Another amount/).fill('12,500')
  await page.getByLabel('Message').fill('Thank you')
  await page.getByRole('button', { name: 'Pay with mobile money or card' }).click()
  await page.waitForURL(/pay=direct/)
  await page
    .getByLabel(/phone|number/i)
    .first()
    .fill('0772123456')
  await page.getByRole('button', { name: /Tip UGX.12,500/ }).click()
  await page.waitForURL(/\/pay\//)
  await approve(page, email)
  await expect(page.getByText('has your tip')).toBeVisible()
  expect(await tipsOf(email)).toEqual([{ amount: '12500', message: 'Thank you', context: 'profile' }])
})

test('TIP-02 TIP-02a TIP-02b a post can be tipped and shows its tips', async ({ page, context }) => {
  const email = await aHolder(context, 'Joan')
  await owner.query(
    `select post_journal_entry(gen_random_uuid(), 'wallet_topped_up', $2, 'test', p.id, app_now(), null,
       array[(select id from ledger_accounts where purpose = 'gateway_clearing' and currency = 'UGX'),
         open_ledger_account(gen_random_uuid(), 'wallet', p.id, 'UGX', false, true)], array[3000000, -3000000]::bigint[])
     from profiles p where p.email = $1`,
    [email, `journey ${email}`],
  )
  await page.goto(`${shop.url}/gal/${amina}`)
  await page.getByRole('link', { name: 'Tip this post' }).first().click()
  await expect(page.getByText('For this post.')).toBeVisible()
  await choose(page, 'UGX 10,000')
  await page.getByRole('button', { name: /^Tip UGX.10,000/ }).click()
  await page.waitForURL(/\/posts\//)
  await expect(page.getByText(/Tips: UGX.10,000/)).toBeVisible()
  expect(await tipsOf(email)).toMatchObject([{ amount: '10000', context: 'post' }])
})

test('TIP-01 without script, errors are shown at the field and nothing is paid', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const email = await aHolder(context, 'Grace')
  const page = await context.newPage()
  await page.goto(`${shop.url}/tip/${amina}`)
  await page.getByLabel(/Another amount/).fill('999')
  await page.getByLabel('Message').fill('Kept')
  await page.getByRole('button', { name: 'Tip from the wallet' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose an amount in whole shillings')
  await expect(page.getByLabel('Message')).toHaveValue('Kept')
  await page.getByLabel(/Another amount/).fill('')
  await page.getByRole('button', { name: 'Tip from the wallet' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was paid')
  expect(await tipsOf(email)).toEqual([])
  await context.close()
})
