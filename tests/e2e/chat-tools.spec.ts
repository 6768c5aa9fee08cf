import { expect, test } from '@playwright/test'
import { base } from './people.ts'
import { windowOf } from './sessions.ts'

test('CHAT-05b CHAT-05c a creator takes a saved reply by its keys, and writes to all subscribers, of whom one reads it', async ({
  browser,
}) => {
  const fan = await windowOf(browser, 'brian')
  const page = await fan.newPage()
  await page.goto(`${base()}/amina_k`)
  await page.getByRole('link', { name: 'Chat' }).and(page.locator('main a')).first().click()
  const words = `Hello ${Date.now()}`
  const box = page.getByRole('checkbox', { name: /I pay UGX/ })
  if (await box.isVisible()) await box.check()
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent', { exact: true }).last()).toBeVisible()

  const creator = await windowOf(browser, 'amina')
  const studio = await creator.newPage()
  for (const [name, text] of [
    ['friday', 'Live on Friday at 8:00 PM. Turn on alerts so you do not miss it.'],
    ['thanks', 'Thank you, that means a lot!'],
  ] as const) {
    await studio.goto(`${base()}/dashboard/saved-replies`)
    await studio.getByLabel('Name').fill(name)
    await studio.getByLabel('Reply', { exact: true }).fill(text)
    await studio.getByRole('button', { name: 'Save reply' }).click()
    await expect(studio.getByText('Saved', { exact: true })).toBeVisible()
  }
  await studio.goto(`${base()}/chat`)
  await studio.getByRole('link', { name: new RegExp(words) }).click()
  const field = studio.getByLabel('Message', { exact: true })
  await field.pressSequentially('/')
  const options = studio.getByRole('option')
  await expect(options).toHaveCount(2)
  await field.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(field).toHaveValue('Thank you, that means a lot!')
  await expect(studio.getByRole('log').getByText('Thank you, that means a lot!')).toHaveCount(0)
  await field.fill('/fri')
  await options.first().click()
  await expect(field).toHaveValue(/^Live on Friday/)

  const news = `New set on Friday ${Date.now()}`
  await studio.goto(`${base()}/dashboard/messages/new`)
  await studio.getByLabel('Message', { exact: true }).fill(news)
  await studio.getByRole('button', { name: 'Send to all of them' }).click()
  await expect(studio.getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 })
  // The fan's page was not touched, and is read as it arrives.
  await expect(page.getByRole('log').getByText(news)).toBeVisible()
  await studio.reload()
  await expect(studio.locator('dl').getByText('Read')).toBeVisible()
  await Promise.all([fan.close(), creator.close()])
})
