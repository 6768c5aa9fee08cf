import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, test } from '@playwright/test'
import type pg from 'pg'
import { openOwner, startOwnProduct } from '../support/fixture.ts'
import type { Product } from '../support/product.ts'
import { confirmAdult, newestMail, signIn } from './people.ts'
import { signInStaff } from './staff-people.ts'

// Amina goes live and sends invites, so the journeys have a server of their own.
let shop: Product
let owner: pg.Client
let amina: BrowserContext
const before = process.env.PEACH_URL

const AMINA = `(select id from profiles where email = 'amina@demo.peach.example')`
const AMINA_EMAIL = 'amina@demo.peach.example'
const PHONE = { width: 360, height: 800 }

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  shop = await startOwnProduct()
  process.env.PEACH_URL = shop.url
  owner = await openOwner(shop.dataDir)
  await owner.query(`update creators set is_live = false where profile_id = ${AMINA}`)
  amina = await browser.newContext({ viewport: PHONE })
  const page = await amina.newPage()
  await signIn(page, AMINA_EMAIL)
  // AUTH-06: a visible creator's sign-in ends on the dashboard.
  await expect(page).toHaveURL(/\/dashboard$/)
  // WhatsApp is not asked in a test.
  await amina.route('https://wa.me/**', (route) => route.fulfill({ contentType: 'text/plain', body: 'WhatsApp' }))
})
test.afterAll(async () => {
  process.env.PEACH_URL = before
  await owner?.end()
  await shop?.remove()
})

test('DASH-02 the first screen of a phone says what was earned, when it is paid and what needs the creator', async () => {
  const page = await amina.newPage()
  await page.goto(`${shop.url}/dashboard`)
  const onScreen = async (text: string | RegExp) => {
    const box = await page.getByText(text).first().boundingBox()
    expect(box, String(text)).not.toBeNull()
    expect(box!.y + box!.height).toBeLessThanOrEqual(PHONE.height)
  }
  await onScreen('Today\u2019s earnings')
  await onScreen(/Next payout|waits: add a payout account|Add a payout account/)
  await onScreen('Followers')
  await onScreen('Needs you')
  // Nothing is wider than the phone, and each chart has its figures in a table.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.getByText('Followers and subscribers by day').click()
  await expect(page.getByRole('row')).toHaveCount(31)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await page.close()
})

test('DASH-01a DASH-01b Go Live shows the badge to a visitor, an open page keeps it, and switching off ends it', async ({
  browser,
}) => {
  const page = await amina.newPage()
  const context = await browser.newContext({ viewport: PHONE })
  await confirmAdult(context, shop.url)
  const visitor = await context.newPage()
  const seesOnline = async () => {
    await visitor.goto(`${shop.url}/amina_k`)
    return visitor.getByText('Online now').isVisible()
  }
  await page.goto(`${shop.url}/dashboard`)
  expect(await seesOnline()).toBe(false)
  await page.getByRole('switch', { name: 'Go Live' }).click()
  await expect(page.getByRole('switch', { name: 'Live' })).toBeChecked()
  // A visitor's page may be a few seconds old.
  await expect.poll(seesOnline).toBe(true)
  // The next page of the dashboard sends the heartbeat too.
  const heard = page.waitForResponse((answer) => answer.url().endsWith('/heartbeat'))
  const tabs = page.getByRole('navigation', { name: 'Your dashboard' })
  await tabs.getByRole('link', { name: 'Posts' }).click()
  expect((await heard).status()).toBe(204)
  expect(await seesOnline()).toBe(true)
  await tabs.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('switch', { name: 'Live' }).click()
  await expect(page.getByRole('switch', { name: 'Go Live' })).not.toBeChecked()
  await expect.poll(seesOnline).toBe(false)
  await Promise.all([page.close(), context.close()])
})

test('DASH-04 DASH-04a DASH-04b six invites open WhatsApp with the link; the seventh is not possible, and says why', async () => {
  const page = await amina.newPage()
  for (let sent = 0; sent < 6; sent += 1) {
    await page.goto(`${shop.url}/dashboard`)
    await expect(page.getByText(`${sent} of 6 sent`, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Invite via WhatsApp' }).click()
    await page.waitForURL('https://wa.me/**')
    expect(new URL(page.url()).searchParams.get('text')).toContain('/amina_k')
  }
  await page.goto(`${shop.url}/dashboard`)
  await expect(page.getByText('6 of 6 sent', { exact: true })).toBeVisible()
  await expect(page.getByText('All 6 invites are used. Your link has no limit.')).toBeVisible()
  const button = page.getByRole('button', { name: 'Invite via WhatsApp' })
  await expect(button).toBeDisabled()
  await button.press('Enter')
  await expect(page).toHaveURL(`${shop.url}/dashboard`)
  await page.close()
})

test('DASH-02 the list of fans is sorted by what they spent, then by when they came', async () => {
  const page = await amina.newPage()
  await page.goto(`${shop.url}/dashboard`)
  await page.getByRole('link', { name: 'Fans', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Fans' })).toBeVisible()
  await expect(page.getByText(/ fans?, \d+ of them paid: UGX/)).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL(/sort=newest/)
  await expect(page.getByText(/since \d+ \w+ \d{4}/).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.close()
})

test('DASH-03 ROUTE-04 a creator’s own page leads to what they set; a new goal is what a visitor reads', async ({
  browser,
}) => {
  const page = await amina.newPage()
  await page.goto(`${shop.url}/amina_k`)
  const places = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(places.getByRole('link')).toHaveText([/Home/, /Posts/, /Chat/, /Earnings/, /Page/])
  await expect(places.getByRole('link', { name: 'Page' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Edit page' }).click()
  await page.getByRole('link', { name: /^Prices/ }).click()
  const goal = page.getByLabel('Daily goal')
  await goal.selectOption({ label: 'UGX\u00a0500,000' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Fans pay these prices from now on.')).toBeVisible()
  const context = await browser.newContext({ viewport: PHONE })
  await confirmAdult(context, shop.url)
  const visitor = await context.newPage()
  const goalOfVisitor = async () => {
    await visitor.goto(`${shop.url}/amina_k`)
    return visitor.getByText(/of UGX.500,000/).isVisible()
  }
  await expect.poll(goalOfVisitor).toBe(true)

  // The places of fans are a switch away, and back.
  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('button', { name: 'Browse as a fan' }).click()
  await expect(page).toHaveURL(/\/public-feed$/)
  await expect(places.getByRole('link')).toHaveText([/Feed/, /Chat/, /Profile/])
  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('button', { name: 'Back to my dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await Promise.all([page.close(), context.close()])
})

test('ADMIN-04c AUTH-10 a suspended creator is mailed the reason, signs in, reads it and sees their money; then the page is back', async ({
  browser,
}) => {
  const reason = 'Two posts showed somebody who had not agreed.'
  const staff = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const moderator = await staff.newPage()
  await signInStaff(moderator, 'moderator', shop)
  const decide = async (open: string, button: string) => {
    await moderator.goto(`${shop.url}/admin/peaches?filter=all`)
    await moderator
      .getByRole('link', { name: /Amina K/ })
      .first()
      .click()
    await moderator.getByRole('link', { name: open }).click()
    const dialog = moderator.getByRole('dialog')
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toHaveCount(0)
  }
  await decide('Suspend…', 'Suspend creator')
  await expect.poll(async () => (await newestMail(AMINA_EMAIL, 0, shop.url)).subject).toBe('News about your account')

  await amina.clearCookies()
  // The next code may be sent a minute after the last.
  await owner.query(`update sign_in_codes set sent_at = sent_at - interval '2 minutes'`)
  const page = await amina.newPage()
  await signIn(page, AMINA_EMAIL)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(`The reason: ${reason}`)).toBeVisible()
  await page.goto(`${shop.url}/dashboard/earnings`)
  await expect(page).toHaveURL(/\/dashboard\/earnings$/)
  await expect(page.getByText(/UGX/).filter({ visible: true }).first()).toBeVisible()

  await decide('Reinstate…', 'Reinstate creator')
  await page.goto(`${shop.url}/dashboard`)
  await expect(page.getByText(`The reason: ${reason}`)).toHaveCount(0)
  await Promise.all([page.close(), staff.close()])
})
