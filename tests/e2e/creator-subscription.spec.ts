import { expect } from '@playwright/test'
import type pg from 'pg'
import type { Product } from '../support/product.ts'
import { openOwner } from '../support/fixture.ts'
import { test, useMovingClock } from './moving-clock.ts'
import { advance, atGateway, becomeFan, payAtGateway } from './payment-steps.ts'
import { confirmAdult, newestMail } from './people.ts'

// The clock moves here. Brenda is hidden at the end, so no other spec with the moving clock may use her.
let shop: Product
let owner: pg.Client
let brenda: string

test.beforeAll(async ({ moving }) => {
  shop = await useMovingClock(moving)
  owner = await openOwner(shop.dataDir)
  brenda = (await owner.query(`select id from profiles where username = 'brenda'`)).rows[0].id as string
})
test.afterAll(() => owner?.end())

test('PAY-06 PROF-03e a subscription to one creator opens only her page; when she is hidden, the unused days go to the wallet', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await confirmAdult(context, shop.url)
  const email = await becomeFan(context, shop, 'Sarah')
  await page.goto(`${shop.url}/brenda`)
  await page.getByRole('link', { name: 'Get full access' }).locator('visible=true').first().click()
  // Both offers on one page, with what each opens.
  await page.getByRole('radio', { name: /Only Brenda/ }).check({ force: true })
  await expect(page.getByText('Every post of Brenda for subscribers')).toBeVisible()
  await page.getByRole('button', { name: 'Unlock full access' }).click()
  await expect(page.getByRole('heading', { name: '30 days of Brenda' })).toBeVisible()
  await page
    .getByLabel(/phone|number/i)
    .first()
    .fill('0772123456')
  await page.getByRole('button', { name: /Pay UGX.120,000/ }).click()
  await page.waitForURL(/\/pay\//)
  const link = (await atGateway(shop)).links.find((one) => one.email === email)!
  expect(link.amount).toBe(120_000)
  const { redirect_to: back } = await payAtGateway(shop, link.tx_ref, 'approve')
  await page.goto(back!)
  await page.waitForURL(`${shop.url}/gal/${brenda}`)
  await expect(page.getByText(/Full access until/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chat Brenda' })).toHaveAttribute('href', `/chat/${brenda}`)

  const other = (await owner.query(`select profile_id from visible_creators where profile_id <> $1 limit 1`, [brenda]))
    .rows[0].profile_id as string
  await page.goto(`${shop.url}/gal/${other}`)
  await expect(page).toHaveURL(/\/subscribe/)

  // Buying a second time by mistake redirects to the open page.
  await page.goto(`${shop.url}/creators/${brenda}/subscribe`)
  await expect(page).toHaveURL(`${shop.url}/gal/${brenda}`)

  await advance(shop, 'P5D')
  const earned = await owner.query(
    `select count(*)::int as days, coalesce(sum(gross_minor), 0)::bigint as gross from earnings where creator_id = $1 and source = 'subscription'`,
    [brenda],
  )
  expect(earned.rows[0]).toEqual({ days: 4, gross: '1600000' })
  const mails = ((await (await fetch(`${shop.url}/dev/mail.json?to=${email}`)).json()) as unknown[]).length
  await owner.query('update creator_listings set revoked_at = app_now() where creator_id = $1', [brenda])
  await owner.query('update creators set listed = false, listed_until = null where profile_id = $1', [brenda])
  await advance(shop, 'PT1M')
  expect((await newestMail(email, mails, shop.url)).subject).toBe('Your wallet')
  await page.goto(`${shop.url}/gal/${brenda}`)
  await expect(page).toHaveURL(/\/(subscribe|public-feed)/)
  await page.goto(`${shop.url}/wallet`)
  await expect(page.getByText(/UGX.100,000/).first()).toBeVisible()
})
