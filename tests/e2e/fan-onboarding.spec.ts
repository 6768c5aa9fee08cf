import { expect, type Page, test } from '@playwright/test'
import { base, newAddress, newestMail, scriptStarted, typeCode } from './people.ts'
import { windowOfVisitor } from './sessions.ts'

const START = '/viewer-onboarding'

/** From the first step through the email code to the second one. */
async function proveMailbox(page: Page, address: string, query = ''): Promise<void> {
  await page.goto(`${base()}${START}${query}`)
  await expect(page.getByRole('heading', { name: 'You’re About to Unlock Full Access' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page.waitForURL(`**${START}/code`)
  await typeCode(page, /code/i, (await newestMail(address)).code)
  await page.waitForURL(`**${START}/setup**`)
}

async function fillSetup(page: Page, name: string, [day, month, year]: [string, string, string]): Promise<void> {
  await page.getByLabel('Display name').fill(name)
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Month').fill(month)
  await page.getByLabel('Year').fill(year)
}

async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Unlock All Peaches' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByRole('button', { name: /^Pay UGX/ }).click()
  await page.waitForURL(/hosted\/pay/)
}

test('ONB-F-01 ONB-F-02 ONB-F-03 ONB-F-04 the five steps, from a visitor to access that was really paid', async ({
  page,
}) => {
  test.setTimeout(120_000)
  // A later step can't be opened by its address.
  for (const step of ['setup', 'plan', 'access', 'done']) {
    await page.goto(`${base()}${START}/${step}`)
    await expect(page).toHaveURL(`${base()}${START}`)
  }
  await proveMailbox(page, newAddress('wizard'), '?plan=annual')
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await expect(page.getByText('33%')).toBeVisible()
  for (const step of ['plan', 'access', 'done']) {
    await page.goto(`${base()}${START}/${step}?plan=annual`)
    await expect(page).toHaveURL(`${base()}${START}/setup?plan=annual`)
  }

  // Continue is disabled with a reason; one day short of 18 is too young.
  const go = page.getByRole('button', { name: 'Continue' })
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Enter your display name')).toBeVisible()
  const tomorrow = new Date(Date.now() + 86_400_000 + 3 * 3_600_000)
  const parts = [tomorrow.getUTCDate(), tomorrow.getUTCMonth() + 1, tomorrow.getUTCFullYear() - 18].map(String)
  await fillSetup(page, '  Brian   O. ', parts as [string, string, string])
  await expect(page.getByText('You must be 18 or older')).toBeVisible()
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await fillSetup(page, '  Brian   O. ', ['29', '2', '1996'])
  await page.getByLabel('City').fill('Kampala')
  await expect(page.getByText('You must be 18 or older')).toHaveCount(0)
  await expect(page.getByText(/Saved \d\d:\d\d$/)).toBeVisible()
  await go.click()

  await page.waitForURL(`**${START}/plan?plan=annual`)
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Annual/ })).toBeChecked()
  await expect(page.getByText('Best Deal')).toBeVisible()
  await page.goto(`${base()}${START}/done`)
  await expect(page).toHaveURL(`${base()}${START}/plan`)
  // The choice is stored: the address has no plan here.
  await scriptStarted(page)
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('radio', { name: /Monthly/ }).check({ force: true })
  await saved
  await page.goto(`${base()}${START}/plan`)
  await expect(page.getByRole('radio', { name: /Monthly/ })).toBeChecked()

  await goToPayment(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.waitForURL(`**${START}/access`, { timeout: 20_000 })

  await expect(page.getByRole('heading', { name: 'What You Now Have Access To' })).toBeVisible()
  await expect(page.getByText('Step 3 of 3')).toBeVisible()
  await expect(page.getByText(/^Paid, active until /)).toBeVisible()
  const items = ['Unlocked profiles', 'Paid private chats', 'Tip and request voice notes']
  for (const item of [...items, 'New peaches weekly'])
    await expect(page.getByRole('listitem').filter({ hasText: item })).toBeVisible()
  // Not before they work.
  for (const item of ['Live video calls', 'Private meetups']) await expect(page.getByText(item)).toHaveCount(0)
  await page.getByRole('checkbox', { name: /Alert me when a favorite creator goes live/ }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.waitForURL(`**${START}/done`)
  await expect(page.getByRole('heading', { name: 'Full Access Unlocked' })).toBeVisible()
  await expect(page.getByText(/Monthly pass, active until/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'Start browsing' }).click()
  await expect(page.getByRole('heading', { name: /Premium Peach/ })).toBeVisible()
  // The choice was stored, and no one pays twice.
  await page.goto(`${base()}/profile/notifications`)
  await expect(page.locator('[name="creator_live-push"]')).not.toBeChecked()
  await page.goto(`${base()}${START}/plan`)
  await expect(page).toHaveURL(`${base()}${START}/access`)
})

test('ONB-F-03 after a declined payment Try Again leads to the plan step, with the plan kept', async ({ page }) => {
  test.setTimeout(90_000)
  await proveMailbox(page, newAddress('declined'), '?plan=monthly')
  await fillSetup(page, 'Agnes', ['4', '7', '1994'])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`**${START}/plan?plan=monthly`)
  await goToPayment(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL(/payment-callback/)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.waitForURL(`**${START}/plan?plan=monthly`)
  await expect(page.getByRole('radio', { name: /Monthly/ })).toBeChecked()
  await page.goto(`${base()}${START}/access`)
  await expect(page).toHaveURL(`${base()}${START}/plan`)
})

test('ONB-F-01 what was typed is there on another device, and an outdated tab shows a message', async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000)
  await proveMailbox(page, newAddress('resume'))
  // This tab is opened before the other one saves.
  const second = await page.context().newPage()
  await second.goto(`${base()}${START}/setup`)
  await page.getByLabel('Display name').fill('Sarah N')
  await page.getByLabel('City').fill('Gulu')
  await expect(page.getByText(/Saved \d\d:\d\d$/)).toBeVisible()

  await second.getByLabel('Display name').fill('Somebody else')
  await expect(second.getByText(/changed in another tab or on another device/).first()).toBeVisible()
  await second.close()

  // Another device of the same person: it shares only the session, no browser storage.
  const phone = await windowOfVisitor(browser)
  await phone.addCookies((await page.context().cookies()).filter((cookie) => cookie.name.endsWith('peach_session')))
  const there = await phone.newPage()
  await there.goto(`${base()}${START}`)
  await there.getByRole('link', { name: 'Continue' }).click()
  await expect(there.getByLabel('Display name')).toHaveValue('Sarah N')
  await expect(there.getByLabel('City')).toHaveValue('Gulu')
  await fillSetup(there, 'Sarah N', ['4', '7', '1994'])
  await there.getByRole('button', { name: 'Continue' }).click()
  await there.waitForURL(`**${START}/plan`)
  await phone.close()
  // The first device continues where the second one is.
  await page.goto(`${base()}${START}/done`)
  await expect(page).toHaveURL(`${base()}${START}/plan`)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('ONB-F-01 ONB-F-02 ONB-F-03 LAYOUT-02 the whole wizard works before any script', async ({ page }) => {
    test.setTimeout(120_000)
    await proveMailbox(page, newAddress('plain-wizard'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter your display name')
    await expect(page.getByRole('alert')).toContainText('Enter your birthday')
    await fillSetup(page, 'Plain P', ['1', '1', String(new Date().getUTCFullYear() - 10)])
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('You must be 18 or older').first()).toBeVisible()
    await expect(page.getByLabel('Display name')).toHaveValue('Plain P')
    await fillSetup(page, 'Plain P', ['4', '7', '1994'])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /Monthly/ }).check({ force: true })
    await goToPayment(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 30_000 })
    await expect(page).toHaveURL(`${base()}${START}/access`, { timeout: 20_000 })
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Full Access Unlocked' })).toBeVisible()
  })
})
