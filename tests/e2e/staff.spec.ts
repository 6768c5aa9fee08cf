import { expect, test } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { startOwnProduct } from '../support/fixture.ts'
import { base, newAddress } from './people.ts'
import { windowOf } from './sessions.ts'
import { secretOf, signInStaff, STAFF, type StaffName, windowOfStaff } from './staff-people.ts'

const ALL = ['Overview', 'Invites', 'Plans', 'Peaches', 'Viewers', 'Content', 'Earnings', 'Activity']
const TABS: Record<StaffName, string[]> = {
  moderator: ['Overview', 'Peaches', 'Content', 'Activity'],
  earnings: ['Overview', 'Earnings', 'Activity'],
  support: ['Overview', 'Viewers', 'Activity'],
  super: ALL,
  owner: ALL,
}

let running: Product | undefined
test.afterEach(async () => {
  await running?.remove()
  running = undefined
})

for (const scripted of [true, false]) {
  test(`OWNER-01 OWNER-03b ADMIN-01a the owner signs in, sees their address and signs out${scripted ? '' : ' without script'}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: scripted })
    const page = await context.newPage()
    await page.goto(`${base()}/admin`)
    await expect(page).toHaveURL(/\/owner-login\?returnTo=%2Fadmin$/)
    await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
    await signInStaff(page, 'owner')
    await expect(page.getByText('You are signed in to the platform.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Owner Dashboard' })).toBeVisible()
    await expect(page.getByText(`Signed in as ${STAFF.owner}`).filter({ visible: true })).toBeVisible()
    await page.goto(`${base()}/owner-login`)
    await expect(page).toHaveURL(/\/admin$/)
    const cookies = await context.cookies()
    await page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/\/owner-login$/)
    await expect(page.getByText("You've been signed out successfully")).toBeVisible()
    // The old cookie no longer works.
    await context.addCookies(cookies)
    await page.goto(`${base()}/admin`)
    await expect(page).toHaveURL(/\/owner-login\?returnTo=%2Fadmin$/)
    await context.close()
  })
}

test('OWNER-01a a wrong key is refused with the specified text, and the key can be shown', async ({ page }) => {
  await page.goto(`${base()}/owner-login`)
  await page.getByRole('button', { name: 'Access Platform' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter your secret key or password')
  const key = page.getByRole('textbox', { name: 'Secret key' })
  const nobody = newAddress('nobody')
  await page.getByLabel(/Owner e-?mail/).fill(nobody)
  await key.fill('not the key')
  await expect(key).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show secret key' }).click()
  await expect(key).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Access Platform' }).click()
  await expect(page.getByRole('alert')).toContainText('Authentication Failed: Invalid email or secret key')
  await expect(page.getByRole('alert')).toContainText('4 of 5 tries left')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel(/Owner e-?mail/)).toHaveValue(nobody)
})

for (const name of Object.keys(TABS) as StaffName[]) {
  test(`ADMIN-01b ROLE-01a ${name} sees exactly the tabs of the role, and the others answer 403`, async ({
    browser,
  }) => {
    const context = await windowOfStaff(browser, name)
    const page = await context.newPage()
    await page.goto(`${base()}/admin`)
    const navigation = page.getByRole('navigation', { name: 'Dashboard' }).filter({ visible: true })
    await expect(navigation.getByRole('link')).toHaveText(
      TABS[name].map((tab) => new RegExp(`^${tab}(\\d+ waiting)?$`)),
    )
    for (const tab of ALL) {
      const path = tab === 'Overview' ? '/admin' : `/admin/${tab.toLowerCase()}`
      const answer = await page.goto(base() + path)
      expect(answer!.status(), path).toBe(TABS[name].includes(tab) ? 200 : 403)
    }
    await context.close()
  })
}

test('ADMIN-09b only roles that may see the ledger see money on the overview', async ({ browser }) => {
  for (const name of ['moderator', 'support', 'earnings'] as const) {
    const context = await windowOfStaff(browser, name)
    const html = await (await context.request.get(`${base()}/admin`)).text()
    expect(html.includes('Money in'), name).toBe(name === 'earnings')
    // An amount, because a script name may contain "UGX".
    expect(/UGX\s\d/.test(html), name).toBe(name === 'earnings')
    await context.close()
  }
})

test('ADMIN-01 a fan and a creator are redirected from the dashboard and get none of its content', async ({
  browser,
}) => {
  for (const name of ['brian', 'amina'] as const) {
    const context = await windowOf(browser, name)
    for (const path of ['/admin', '/admin/peaches', '/admin/earnings', '/admin.data', '/admin/invites.data']) {
      const answer = await context.request.get(base() + path, { maxRedirects: 0 })
      expect(await answer.text(), path).not.toContain('Owner Dashboard')
      expect([202, 302, 303, 403], path).toContain(answer.status())
    }
    await context.close()
  }
})

test('ADMIN-01 ADMIN-05a the dashboard folds its tabs into one line on a phone, and support finds a person, also without JavaScript', async ({
  browser,
}) => {
  const context = await windowOfStaff(browser, 'super', { width: 360, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${base()}/admin`)
  const navigation = page.getByRole('navigation', { name: 'Dashboard' }).filter({ visible: true })
  await expect(navigation).toHaveCount(0)
  await page.locator('.admin-select > summary').click()
  await expect(navigation.getByRole('link')).toHaveText(ALL.map((tab) => new RegExp(`^${tab}(\\d+ waiting)?$`)))
  await navigation.getByRole('link', { name: 'Viewers' }).click()
  // ADMIN-05a: found by email, and opened, on a phone and without script.
  await page.getByLabel('Reference, phone, email or name').fill('brian@demo.peach.example')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('link', { name: /Brian/ }).click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await expect(page.getByText('brian@demo.peach.example')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await context.close()
})

test('OWNER-02a staff are signed out after 30 idle minutes, the owner after 15, and at once after a change of role or access', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const shop = await startOwnProduct()
  running = shop
  const product = { url: shop.url, dataDir: shop.dataDir }
  const windows = await Promise.all(['owner', 'super', 'support'].map(() => browser.newContext()))
  const [owner, superAdmin, support] = await Promise.all(windows.map((context) => context.newPage()))
  await signInStaff(owner!, 'owner', product)
  await signInStaff(superAdmin!, 'super', product)
  await signInStaff(support!, 'support', product)
  const where = async (page: typeof owner) => new URL((await page!.goto(`${shop.url}/admin`))!.url()).pathname

  await owner!.goto(`${shop.url}/admin/team`)
  const row = owner!.getByRole('listitem').filter({ hasText: STAFF.support })
  await row.getByRole('combobox').selectOption('content-moderator')
  await row.getByRole('button', { name: 'Change role' }).click()
  await expect(owner!.getByText('Role changed')).toBeVisible()
  expect(await where(support)).toBe('/owner-login')
  await signInStaff(support!, 'support', product)
  await expect(support!.getByText('Content moderator').filter({ visible: true })).toBeVisible()
  await row.getByRole('link', { name: 'End access' }).click()
  await row.getByRole('button', { name: 'Yes, end access' }).click()
  await expect(owner!.getByText('Access ended')).toBeVisible()
  expect(await where(support)).toBe('/owner-login')
  await superAdmin!.goto(`${shop.url}/admin/team`)
  await expect(superAdmin!.getByRole('listitem').filter({ hasText: STAFF.super })).toContainText(
    'You can’t decide about your own account.',
  )

  const advance = (duration: string) =>
    fetch(`${shop.url}/dev/clock`, {
      method: 'POST',
      headers: { origin: shop.url, 'content-type': 'application/json' },
      body: JSON.stringify({ advance: duration }),
    })
  // The maximum age of an active session is tested beside the command.
  for (const pause of ['PT14M', 'PT14M']) {
    expect((await advance(pause)).ok).toBe(true)
    expect(await where(owner)).toBe('/admin')
  }
  expect(await where(superAdmin)).toBe('/admin')
  await advance('PT16M')
  expect(await where(owner)).toBe('/owner-login')
  await advance('PT13M')
  expect(await where(superAdmin)).toBe('/admin')
  await advance('PT31M')
  expect(await where(superAdmin)).toBe('/owner-login')
  // The same key still works, and the start has printed it.
  expect(shop.output()).toContain(secretOf('owner', shop.dataDir))
  expect(shop.output()).toContain(secretOf('super', shop.dataDir))
  await signInStaff(owner!, 'owner', product)
  for (const context of windows) await context.close()
})
