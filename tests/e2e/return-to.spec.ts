import { expect, test } from '@playwright/test'
import { base, completeProfile, newAddress, newestMail, signUpFan } from './people.ts'
import { secretOf, STAFF } from './staff-people.ts'

const PREFERENCES = '/profile/notifications'
const TOP_UP = '/wallet/top-up?amount=25000'
const REFUNDS = '/admin/earnings/refunds?filter=open'

test('AUTH-06 a newcomer who follows a deep link signs up by code, completes the profile and lands there', async ({
  page,
}) => {
  await page.goto(base() + PREFERENCES)
  await expect(page).toHaveURL(`${base()}/auth?returnTo=${encodeURIComponent(PREFERENCES)}`)
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await page.waitForURL('**mode=sign-up**')
  await signUpFan(page, newAddress('deep'), 'Deep Fan', page.url())
  await expect(page).toHaveURL(base() + PREFERENCES)
})

test('AUTH-06 the mailed link leads there, too, in whichever browser it is opened', async ({ browser, page }) => {
  const email = newAddress('link')
  await page.goto(base() + TOP_UP)
  await expect(page).toHaveURL(`${base()}/auth?returnTo=${encodeURIComponent(TOP_UP)}`)
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await page.waitForURL('**mode=sign-up**')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page.waitForURL('**/auth/code**')
  const mailApp = await (await browser.newContext()).newPage()
  await mailApp.goto((await newestMail(email)).link)
  await mailApp.getByRole('button', { name: 'Sign In' }).click()
  await completeProfile(mailApp, 'Link Fan')
  await expect(mailApp).toHaveURL(base() + TOP_UP)
  await mailApp.context().close()
})

test('AUTH-06 ADMIN-01a staff who follow a mailed link sign in, take the second step and land there', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(base() + REFUNDS)
  await expect(page).toHaveURL(`${base()}/owner-login?returnTo=${encodeURIComponent(REFUNDS)}`)
  await page.getByLabel(/Owner e-?mail/).fill(STAFF.earnings)
  await page.getByRole('textbox', { name: 'Secret key' }).fill(secretOf('earnings'))
  await page.getByRole('button', { name: 'Access Platform' }).click()
  await page.getByRole('button', { name: 'Skip in this demo' }).click()
  await expect(page).toHaveURL(base() + REFUNDS)
  await expect(page.getByRole('heading', { name: 'Refunds' }).first()).toBeVisible()
  await page.context().close()
})

test('AUTH-06 a link to another site leads nowhere', async ({ page }) => {
  const email = newAddress('hostile')
  await page.goto(`${base()}/auth?mode=sign-up&returnTo=${encodeURIComponent('//evil.example/wallet')}`)
  await signUpFan(page, email, 'Hostile Link', page.url())
  expect(new URL(page.url()).origin).toBe(base())
})
