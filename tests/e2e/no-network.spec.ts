import { expect, test } from '@playwright/test'
import { newAddress, scriptStarted } from './people.ts'
import { beginWizard, fillProfile } from './wizard-steps.ts'

test('ONB-C-07 without network a page stays, says so, keeps what is typed, and saves it when the network is back', async ({
  page,
  context,
}) => {
  await beginWizard(page, newAddress('no-network'))
  await scriptStarted(page)
  await context.setOffline(true)
  await fillProfile(page, { name: 'No Network', username: `offline_${Date.now().toString(36)}` })
  await expect(page.getByText('No connection. What you see may have changed.')).toBeVisible()
  await expect(page.locator('.saved-note')).toHaveText(/^No connection\. What you typed is still here\./)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').getByText(/^No connection\. What you typed is still here\./)).toBeVisible()
  await expect(page.getByLabel('Display name')).toHaveValue('No Network')
  await expect(page.getByLabel('Bio')).toHaveValue(/^Dancer\./)
  await context.setOffline(false)
  await expect(page.getByText('No connection. What you see may have changed.')).toBeHidden()
  await expect(page.locator('.saved-note')).toHaveText(/Saved \d/, { timeout: 15_000 })
  let saves = 0
  await page.route('**/onboarding/profile.data*', (route) =>
    (saves += 1) === 1 ? route.fulfill({ status: 429, body: 'Too many requests' }) : route.continue(),
  )
  await page.getByLabel('Bio').pressSequentially(' And singer.')
  await expect(page.locator('.saved-note')).toHaveText(/^Not saved yet\. What you typed is still here/)
  await expect(page.getByLabel('Bio')).toHaveValue(/And singer\.$/)
  await expect(page.locator('.saved-note')).toHaveText(/Saved \d/, { timeout: 15_000 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/onboarding\/first-post$/)
})

test('LAYOUT-03 a next page that gets no answer is asked for again; one that fails says so instead of staying white', async ({
  page,
}) => {
  await beginWizard(page, newAddress('no-answer'))
  await fillProfile(page, { name: 'No Answer', username: `silent_${Date.now().toString(36)}` })
  const next = '**/onboarding/first-post.data*'
  let asked = 0
  await page.route(next, (route) => ((asked += 1) < 3 ? route.abort() : route.fulfill({ status: 500, body: 'broken' })))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible({ timeout: 15_000 })
  expect(asked).toBe(3)
  await page.unroute(next)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/onboarding\/first-post$/)
  await expect(page.getByLabel('Choose a photo')).toBeAttached()
})
