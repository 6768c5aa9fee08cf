import { expect, test } from '@playwright/test'
import { noisyPhoto } from '#tests/support/creators.ts'
import { base } from './people.ts'
import { windowOf } from './sessions.ts'

test('CHAT-04a CHAT-04b CHAT-01c TIP-01b a creator sends a locked photo, the fan unlocks it in place and tips, and both see it at once', async ({
  browser,
}) => {
  const fan = await windowOf(browser, 'brian')
  const creator = await windowOf(browser, 'amina')
  const page = await fan.newPage()
  await page.goto(`${base()}/amina_k`)
  await page.getByRole('link', { name: 'Chat' }).and(page.locator('main a')).first().click()
  const words = `A photo, please ${Date.now()}`
  const agree = page.getByRole('checkbox', { name: /I pay UGX.5,000/ })
  if (await agree.isVisible()) await agree.check()
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent', { exact: true }).last()).toBeVisible()

  const studio = await creator.newPage()
  await studio.goto(`${base()}/chat`)
  await studio.getByRole('link', { name: new RegExp(words) }).click()
  await studio.getByRole('link', { name: 'Send photos, videos or voice' }).click()
  await studio
    .locator('input[type=file]')
    .setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: await noisyPhoto(320, 400) })
  await expect(studio.getByRole('button', { name: 'Remove Photo' })).toBeVisible()
  const caption = `From the lake ${Date.now()}`
  await studio.getByRole('radio', { name: /UGX.15,000/ }).check()
  await studio.getByRole('textbox', { name: 'Message' }).fill(caption)
  await studio.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(studio.getByText(/Locked, UGX.15,000/).last()).toBeVisible()

  const bubble = page.locator('.bubble').filter({ hasText: caption })
  await expect(bubble).toContainText('Photo')
  await expect(bubble.locator('.chat-photos')).toHaveCount(0)
  await bubble.getByRole('link', { name: /Unlock, UGX.15,000/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Unlock this message' })
  await sheet.getByRole('button', { name: /Unlock for UGX.15,000/ }).click()
  await expect(page).toHaveURL(/\/chat\/.*at=\d+#m-\d+$/)
  await expect(bubble.locator('.chat-photos img')).toBeVisible()
  await expect
    .poll(() => bubble.locator('.chat-photos img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)

  // The creator's page was not touched.
  const sold = studio.locator('.bubble').filter({ hasText: caption })
  await expect(sold).toContainText('Unlocked')
  await expect(sold).toContainText(/\+ UGX.12,000/)

  await page.locator('.chat-compose').getByRole('link', { name: 'Send a tip' }).click()
  await page.getByLabel('Message').fill('For the lake')
  await page
    .getByRole('button', { name: /from (your )?wallet|^Tip|Send/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/chat\//)
  await expect(page.locator('.chat-tip').last()).toContainText(/You tipped UGX.[\d,]+“For the lake”/)
  await expect(studio.locator('.chat-tip').last()).toContainText(/tipped UGX.[\d,]+“For the lake”/)
  await Promise.all([fan.close(), creator.close()])
})
