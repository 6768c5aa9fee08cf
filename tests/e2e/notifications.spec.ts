import { expect, test } from '@playwright/test'
import { base, newAddress, signUpFan } from './people.ts'
import { windowOf } from './sessions.ts'

test.use({ viewport: { width: 360, height: 800 } })

test('LAYOUT-03a LAYOUT-03b NOTIFY-01a the bell counts what is unread and its open list shows it at once; without script a list opens the page and counts it as read', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await page.goto(base())
  await expect(page.getByRole('link', { name: /^Notifications/ })).toHaveCount(0)
  await signUpFan(page, newAddress('bell'), 'Bell Ringer')
  await page.goto(`${base()}/profile`)
  await expect(page.getByRole('link', { name: 'Notifications', exact: true }).first()).toBeVisible()

  const open = await page.context().newPage()
  await open.goto(`${base()}/notifications`)
  await expect(open.getByRole('heading', { name: 'Nothing new' })).toBeVisible()

  await page.goto(`${base()}/profile/export`)
  await page.getByRole('button', { name: 'Ask for a copy' }).click()
  await expect(open.getByRole('button', { name: /Your copy is ready.*unread/s })).toBeVisible({ timeout: 30_000 })
  await expect(open.getByRole('status').filter({ hasText: 'New: Your copy is ready' })).toBeAttached()
  await expect(open.locator('.bell a')).toHaveAccessibleName('Notifications, 1 unread')
  await open.close()

  const bell = page.locator('.bell a')
  await expect(async () => {
    await page.goto(`${base()}/profile`)
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread', { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport: { width: 360, height: 800 },
  })
  const list = await plain.newPage()
  await list.goto(`${base()}/profile`)
  await list.locator('.bell a').click()
  await expect(list).toHaveURL(/\/notifications$/)
  await expect(list.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  const entry = list.getByRole('button', { name: /Your copy is ready.*unread/s })
  await expect(entry).toBeVisible()
  expect(await list.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await entry.click()
  await expect(list).toHaveURL(/\/profile\/export$/)
  await expect(list.locator('.bell a')).toHaveAccessibleName('Notifications')
  await list.goto(`${base()}/notifications`)
  await expect(list.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await expect(list.getByRole('button', { name: /Your copy is ready/ })).not.toContainText('unread')
  await plain.close()
})

test('NOTIFY-01 a fan chooses one mail a day without script, and finds the choice again', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  const page = await context.newPage()
  await signUpFan(page, newAddress('digest'), 'Daisy Daily')
  await page.goto(`${base()}/profile/notifications`)
  await page.getByLabel('Other mails').selectOption('In the daily summary')
  await page.getByLabel('Summary at').selectOption('07:00')
  await page.getByRole('button', { name: 'Save daily summary' }).click()
  await expect(page.getByText('Your choices are saved.')).toBeVisible()
  await page.goto(`${base()}/profile/notifications`)
  await expect(page.getByLabel('Other mails')).toHaveValue('daily')
  await expect(page.getByLabel('Summary at')).toHaveValue('7')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await context.close()
})

test('NOTIFY-01g a creator chooses from which price on a sale is mailed', async ({ browser }) => {
  const context = await windowOf(browser, 'amina')
  const page = await context.newPage()
  await page.goto(`${base()}/profile/notifications`)
  await expect(page.getByLabel('Mail me')).toHaveValue('100000')
  for (const [option, value] of [
    ['About no sale', ''],
    [/100,000/, '100000'],
  ] as const) {
    const select = page.getByLabel('Mail me')
    await select.selectOption({ label: await select.getByRole('option', { name: option }).innerText() })
    await page.getByRole('button', { name: 'Save mails about sales' }).click()
    await page.waitForURL('**/profile/notifications')
    await page.goto(`${base()}/profile/notifications`)
    await expect(page.getByLabel('Mail me')).toHaveValue(value)
  }
  await context.close()
})
