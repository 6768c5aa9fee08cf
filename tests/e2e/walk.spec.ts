import { expect, type Locator, test } from '@playwright/test'
import { base, newAddress, newestMail, scriptStarted, signUpFan } from './people.ts'

test("PAY-06 PROF-03c PROF-07a a newcomer's walk: feed, profile, sign-up, pass by mobile money, premium feed, a subscribers' photo and a bought post", async ({
  page,
}) => {
  test.setTimeout(120_000)
  // The feed first shows the age gate.
  const first = await page.goto(`${base()}/public-feed`)
  expect(first!.status()).toBe(200)
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(page).toHaveURL(/\/public-feed$/)
  await expect(page.getByRole('link', { name: /Amina K/ }).first()).toBeVisible()

  // A profile with locked posts: it has the preview, not the original.
  await page.goto(`${base()}/amina_k`)
  await expect(page.getByRole('heading', { name: /Amina K/, level: 1 })).toBeVisible()
  const locked = page.getByRole('link', { name: 'Unlock this Peach' })
  const lockedForVisitor = await locked.count()
  expect(lockedForVisitor).toBeGreaterThan(1)

  const address = newAddress('newcomer')
  await signUpFan(page, address, 'Sarah N')
  // A first arrival without a pass is redirected to the plans, without an error.
  await expect(page).toHaveURL(/\/subscribe\?from=welcome/)

  await page.getByRole('radio', { name: /Monthly/ }).check({ force: true })
  await page.getByRole('button', { name: 'Unlock full access' }).click()
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByRole('button', { name: /^Pay UGX/ }).click()

  // The hosted page is on another origin and shows the amount of the button.
  await page.waitForURL(/hosted\/pay/)
  await expect(page.getByText(/180,000/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(/payment-callback/)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  // It continues by itself.
  await page.waitForURL(/unblocked-feed/, { timeout: 15_000 })
  await expect(page.getByRole('heading', { name: /Premium Peach/ })).toBeVisible()

  await page.goto(`${base()}/amina_k`)
  const before = await page.getByRole('link', { name: 'Unlock this Peach' }).count()
  expect(before).toBeGreaterThan(0)
  // The subscribers' posts are open now, and their pictures load.
  expect(before).toBeLessThan(lockedForVisitor)
  const opened = page.getByRole('article').filter({ hasText: 'Subscribers' }).getByRole('img').first()
  await opened.scrollIntoViewIfNeeded()
  await expect.poll(() => opened.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)

  // One post is bought through the gateway and opens at once.
  await scriptStarted(page)
  await page.getByRole('link', { name: 'Unlock this Peach' }).first().click()
  // On a sheet over the page; Esc closes it, and the focus is back on the link.
  const sheet = page.getByRole('dialog', { name: 'Unlock this Peach' })
  await expect(sheet.getByText('Yours for good')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Unlock this Peach' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  // Whoever has no balance needs no wallet: direct payment is the first button.
  await expect(sheet.locator('form .button').first()).toHaveText('Pay with mobile money or card')
  await sheet.getByRole('link', { name: 'Pay with mobile money or card' }).click()
  await page.getByLabel('Mobile money number').fill('0701 234 567')
  await expect(page.getByText('Airtel number')).toBeVisible()
  await page.getByRole('button', { name: /UGX/ }).click()
  await page.waitForURL(/hosted\/pay/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  // The payment ends at the post, whose picture becomes sharp.
  await page.waitForURL(/\/posts\/[0-9a-f-]{36}#unlocked-/, { timeout: 15_000 })
  const unlocked = page.locator('.post-unlocked')
  await expect(unlocked.getByRole('img').first()).toBeVisible()
  await expect(unlocked).toBeFocused()
  expect(await unlocked.evaluate((one) => one.matches(':target'))).toBe(true)
  await page.goto(`${base()}/amina_k`)
  await expect(page.getByRole('link', { name: 'Unlock this Peach' })).toHaveCount(before - 1)
})

test('PAY-05 PROF-01 from a link in a bio to the creator’s opened page: five taps and four things to type', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } })
  const page = await context.newPage()
  const walk = { taps: 0, typed: 0 }
  const tap = async (target: Locator) => {
    walk.taps += 1
    await target.click()
  }
  const type = async (label: string, text: string) => {
    walk.typed += 1
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.goto(`${base()}/amina_k`)
  await tap(page.getByRole('button', { name: 'I am 18 or older' }))
  await tap(page.getByRole('link', { name: 'Get full access' }).first())
  await page.waitForURL(/\/subscribe/)
  await expect(page.getByText(/Amina K/).first()).toBeVisible()
  await tap(page.getByRole('button', { name: 'Unlock full access' }))
  const email = newAddress('bio')
  await scriptStarted(page)
  await type('Mobile money number', '0772 123 456')
  await type('Email', email)
  // The name follows from the email.
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('')
  await tap(page.getByRole('button', { name: /^Pay UGX/ }))
  // On the phone of the payer: their PIN.
  await page.waitForURL(/hosted\/pay/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await scriptStarted(page)
  walk.typed += 1
  await page.getByRole('textbox', { name: /code/i }).fill((await newestMail(email)).code)
  await page.waitForURL(/\/profile-setup/)
  // A date is one thing to type.
  walk.typed += 1
  for (const [part, text] of [
    ['Day', '4'],
    ['Month', '7'],
    ['Year', '1994'],
  ] as const)
    await page.getByLabel(part).fill(text)
  await tap(page.getByRole('button', { name: /Save/ }))
  await page.waitForURL(/\/amina_k$/)
  await expect(page.getByRole('article').filter({ hasText: 'Subscribers' }).getByRole('img').first()).toBeVisible()
  expect(walk).toEqual({ taps: 5, typed: 4 })
  await context.close()
})
