import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from './moving-clock.ts'
import { advance } from './payment-steps.ts'
import { base, newAddress, scriptStarted, signIn, signUpFan } from './people.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

async function toast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
}

test('VIEW-01 VIEW-03a a fan edits name, username, bio, city and picture; errors keep what was typed; the email can’t be changed', async ({
  page,
}) => {
  const address = newAddress('edits')
  await signUpFan(page, address, 'Before')
  await page.goto(`${base()}/profile`)
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page).toHaveURL(/\/profile\/edit/)
  await scriptStarted(page)
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue(address)
  await expect(email).toHaveAttribute('readonly', '')
  await expect(page.getByText('You sign in with it, so it can’t be changed here.', { exact: false })).toBeVisible()

  await page.getByLabel('Display name').fill('After All')
  await page.getByLabel('Username').fill('amina_k')
  await expect(page.getByText('Taken', { exact: true })).toBeVisible()
  await page.getByLabel('City').fill('Fort Portal')
  await page.getByLabel('Bio').fill('One line')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('This username is taken. Choose another one')
  await expect(page.getByLabel('Display name')).toHaveValue('After All')

  const username = `after_${Math.random().toString(36).slice(2, 10)}`
  await page.getByLabel('Username').fill(username.toUpperCase())
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
  await page
    .getByLabel(/photo/)
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg></svg>') })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  const buffer = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#d60' } })
    .png()
    .toBuffer()
  await page.getByLabel(/photo/).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/profile')
  await toast(page, 'Profile updated')
  await expect(page.getByRole('heading', { name: 'After All', level: 1 })).toBeVisible()
  await expect(page.getByText(`@${username} · ${address}`)).toBeVisible()
  const picture = page.locator('.viewer-profile-head img')
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
})

test('VIEW-02a VIEW-02b the cards show the current state: no pass, no favorites, and working links', async ({
  page,
}) => {
  await signUpFan(page, newAddress('cards'), 'Cards')
  await page.goto(`${base()}/profile`)
  await expect(page.getByRole('heading', { name: 'Subscription Status' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No pass yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage Plan' })).toHaveAttribute('href', '/subscribe')
  await expect(page.getByText('No favorites yet')).toBeVisible()
  await expect(page.getByText('Payments, unlocks and follows appear here.')).toBeVisible()
  for (const [name, href] of [
    ['Sign-in and devices', '/profile/security'],
    ['Notifications', '/profile/notifications'],
    ['Quick hide', '/profile/security#quick-hide'],
    ['Download my data', '/profile/export'],
    ['Delete account', '/profile/deletion'],
    ['What a pass opens', '/viewer-onboarding'],
    ['Become a creator', '/onboarding'],
    ['How passes are shared', '/how-passes-are-shared'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href)

  await page.goto(`${base()}/amina_k`)
  // The button changes before the server responds.
  const followed = page.waitForResponse((response) => response.request().method() === 'POST')
  await page
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  await followed
  await expect(page.getByRole('button', { name: /Following/ }).first()).toBeVisible()
  await page.goto(`${base()}/profile`)
  await expect(page.getByRole('link', { name: /Followed Amina K/ })).toContainText('today')
})

test('NOTIFY-01c VIEW-02e choices survive a reload and another browser; required messages can’t be switched off', async ({
  page,
  browser,
}) => {
  await signUpFan(page, newAddress('choices'), 'Choices')
  await page.goto(`${base()}/profile/notifications`)
  const posts = page.getByRole('group', { name: 'New posts' })
  await expect(page.getByRole('group', { name: 'Payments' }).getByRole('checkbox', { name: /Email/ })).toBeDisabled()
  await posts.getByRole('checkbox', { name: 'Email' }).check({ force: true })
  await posts.getByRole('checkbox', { name: 'Phone alert' }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Notifications updated')
  await page.reload()
  await expect(posts.getByRole('checkbox', { name: 'Email' })).toBeChecked()
  await expect(posts.getByRole('checkbox', { name: 'Phone alert' })).not.toBeChecked()

  const other = await windowOfVisitor(browser)
  await other.addCookies((await page.context().cookies()).filter((cookie) => cookie.name.endsWith('peach_session')))
  const there = await other.newPage()
  await there.goto(`${base()}/profile/notifications`)
  await expect(there.getByRole('group', { name: 'New posts' }).getByRole('checkbox', { name: 'Email' })).toBeChecked()
  await expect(there.getByRole('group', { name: 'Payments' }).getByRole('checkbox', { name: /Email/ })).toBeChecked()
  await other.close()
})

test('VIEW-02 quick hide covers the page at once, replaces it in the history, and Back shows nothing', async ({
  page,
}) => {
  await signUpFan(page, newAddress('hides'), 'Hides')
  await page.goto(`${base()}/profile/security`)
  await page
    .getByRole('switch', { name: /Quick hide/ })
    .or(page.getByRole('checkbox', { name: /Quick hide/ }))
    .check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Quick hide is on')
  await expect(page.getByRole('link', { name: 'Hide now' })).toBeVisible()
  // On every page, also without script.
  await page.goto(`${base()}/terms`)
  await expect(page.getByRole('link', { name: 'Hide now' })).toBeVisible()

  await page.goto(`${base()}/profile`)
  await expect(page.getByRole('heading', { name: 'Hides', level: 1 })).toBeVisible()
  await scriptStarted(page)
  await page.waitForTimeout(300)
  // The harmless page is external and not loaded here; the test checks the request and what stays behind.
  const left = page.waitForRequest('https://www.google.com/')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await left
  await expect(page.locator('body')).not.toContainText(/peach|hides/i)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This page is closed' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/peach|terms|hides/i)
  await expect(page).toHaveTitle('Page')
  await page.goto(`${base()}/profile`)
  await expect(page).toHaveURL(`${base()}/quick-hide`)
  await page.getByRole('button', { name: 'Open it again' }).click()
  await page.goto(`${base()}/profile`)
  await expect(page.getByRole('heading', { name: 'Hides', level: 1 })).toBeVisible()
  // The button leaves the page too.
  const leftAgain = page.waitForRequest('https://www.google.com/')
  await page.getByRole('link', { name: 'Hide now' }).click()
  await leftAgain
})

test('VIEW-02c VIEW-03b signing out elsewhere ends the other browser’s session at once and keeps this one', async ({
  browser,
  onMovingClock: shop,
}) => {
  test.setTimeout(180_000)
  const address = newAddress('devices')
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'en-GB' })
  const page = await context.newPage()
  await signUpFan(page, address, 'Devices')
  await page.goto(`${base()}/profile/security`)
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveAttribute('aria-disabled', 'true')

  // An address gets its next code after a minute.
  await advance(shop, 'PT61S')
  const other = await windowOfVisitor(browser, { width: 1280 })
  const there = await other.newPage()
  await signIn(there, address)
  await there.goto(`${base()}/profile`)
  await expect(there.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await toast(page, 'Signed out there')
  const answer = await other.request.get(`${base()}/profile`, { maxRedirects: 0 })
  expect(answer.headers().location).toBe('/auth?returnTo=%2Fprofile')
  await there.reload()
  await expect(there).toHaveURL(/\/auth/)
  await other.close()
  await page.goto(`${base()}/profile`)
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
  await context.close()
})

test('NOTIFY-01 the home screen is offered once the browser can and the fan has got something, and asked for with a tap', async ({
  browser,
}) => {
  const offer = (page: Page) => page.getByRole('button', { name: 'Add it' })
  /** What Chromium does for a person; a test can only say that it would. */
  const allow = (page: Page) =>
    page.evaluate(() => {
      const prompt = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => {
          document.title = 'asked'
          return Promise.resolve({ outcome: 'accepted' })
        },
      })
      return dispatchEvent(prompt)
    })
  for (const [name, has] of [
    ['okello', false],
    ['brian', true],
  ] as const) {
    const context = await windowOf(browser, name)
    const page = await context.newPage()
    await page.goto(`${base()}/profile`)
    await scriptStarted(page)
    await expect(offer(page)).toHaveCount(0)
    expect(await allow(page), 'the browser would have offered it by itself').toBe(false)
    await expect(offer(page)).toHaveCount(has ? 1 : 0)
    if (has) {
      await offer(page).click()
      await expect.poll(() => page.title()).toBe('asked')
      await expect(offer(page)).toHaveCount(0)
    }
    await context.close()
  }
})
