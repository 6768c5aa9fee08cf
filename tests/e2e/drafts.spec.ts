import { expect, test } from '@playwright/test'
import { newAddress } from './people.ts'
import { applyAsFarAs, photoFile } from './wizard-steps.ts'

test('ONB-C-07 a draft saved while a photo is being uploaded is never reported as another tab’s', async ({ page }) => {
  await applyAsFarAs(page, 'first-post', newAddress('slow-save'), {
    name: 'Slow Save',
    username: `slow_${Date.now().toString(36)}`,
  })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/onboarding/first-post.data*', async (route) => {
    const typed = route.request().postData() ?? ''
    if (/intent=save|name="intent"\r\n\r\nsave/.test(typed)) await held
    await route.continue()
  })
  const saving = page.waitForRequest((request) => /save/.test(request.postData() ?? ''))
  await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true })
  await saving
  // The photo is stored and the page reloads its data before the typed text is saved.
  const askedAgain = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().includes('.data'),
  )
  await page.getByLabel('Choose a photo').setInputFiles(await photoFile())
  await askedAgain
  const stored = page.waitForResponse((answer) => /save/.test(answer.request().postData() ?? ''))
  letGo()
  expect((await stored).status()).toBe(200)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/onboarding\/prices$/)
})
