import { expect, test } from '@playwright/test'
import { checkoutsOf, playFromDrawer, type Shop } from './payment-steps.ts'
import { base, newAddress, newestMail, simulator } from './people.ts'

test.use({ javaScriptEnabled: false })

test('PAY-04 AUTH-03 LAYOUT-02 without script: 18+ form, sign-up by code, plan, payment, waiting page that goes on, follow, sign-out', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const shop: Shop = { url: base(), simulatorUrl: simulator() }
  await page.goto(`${base()}/public-feed`)
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(page).toHaveURL(/\/public-feed$/)
  await expect(page.getByRole('link', { name: /Amina K/ }).first()).toBeVisible()

  const email = newAddress('plain')
  await page.goto(`${base()}/auth?mode=sign-up`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: /Fan/ }).check({ force: true })
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await expect(page).toHaveURL(/\/auth\/code$/)
  // A wrong code shows an error and the right one works afterwards.
  const { code } = await newestMail(email)
  await page.getByRole('textbox', { name: /code/i }).fill(code === '111111' ? '222222' : '111111')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByText(/The verification code is invalid or expired\./)).toBeVisible()
  await page.getByRole('textbox', { name: /code/i }).fill(code)
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page).toHaveURL(/\/profile-setup/)
  await page.getByLabel('Display name').fill('Plain P')
  await page.getByLabel('Day').fill('4')
  await page.getByLabel('Month').fill('7')
  await page.getByLabel('Year').fill('1994')
  await page.getByRole('button', { name: /Save/ }).click()
  await expect(page).toHaveURL(/\/subscribe\?from=welcome/)

  await page.getByRole('radio', { name: /Monthly/ }).check({ force: true })
  await page.getByRole('button', { name: 'Unlock full access' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // A form without its number comes back with the message, and with the dialog still open.
  await page.getByRole('button', { name: /^Pay UGX/ }).click()
  await expect(page.getByText('Phone number is required for mobile money payments').first()).toBeVisible()
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByRole('button', { name: /^Pay UGX/ }).click()
  await expect(page).toHaveURL(/hosted\/pay/)
  const [checkout] = await checkoutsOf(shop, email)
  await playFromDrawer(page, 'P01')

  // The payment takes some seconds: this page refreshes by itself, then continues.
  await page.goto(`${base()}/payment-callback?tx_ref=${checkout!.tx_ref}`)
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/unblocked-feed$/, { timeout: 15_000 })
  await expect(page.getByRole('heading', { name: /Premium Peach/ })).toBeVisible()

  await page.goto(`${base()}/amina_k`)
  await page
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/amina_k/)
  await expect(page.getByRole('button', { name: /Following/ }).first()).toBeVisible()
  await page.reload()
  await page
    .getByRole('button', { name: /Following/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Follow( |$)(?!ing)/ }).first()).toBeVisible()

  await page.locator('summary[aria-label^="Account of"], summary:has-text("Account of")').first().click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${base()}/`)
  await expect(page.getByText("You've been signed out successfully")).toBeVisible()
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('peach_session')
  await page.goto(`${base()}/unblocked-feed`)
  await expect(page).toHaveURL(/\/auth\?returnTo=%2Funblocked-feed$/)
  await expect(page.getByText('Please sign in to access premium content')).toBeVisible()
})
