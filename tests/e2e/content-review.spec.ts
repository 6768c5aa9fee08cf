import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { base } from './people.ts'
import { photoFile } from './wizard-steps.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'
import { windowOfStaff } from './staff-people.ts'

const shot = (page: Page, name: string) =>
  page.screenshot({ path: `test-reports/by-hand/review-${name}.png`, fullPage: true })

async function addPhoto(page: Page, buffer: Buffer): Promise<void> {
  await page.goto(`${base()}/dashboard/posts`)
  await page.getByRole('link', { name: 'New post' }).click()
  await expect(page.getByText('Add photos')).toBeVisible()
  await page
    .locator('input[type=file][multiple][accept="image/*"]')
    .setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('All files are sent.')).toBeAttached({ timeout: 20_000 })
}

test('SAFE-01e SAFE-02f ADMIN-06b a post waits for the release of somebody else in it, is removed by staff, and its photo never comes back', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const photo = await sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: '#335577',
      noise: { type: 'gaussian', mean: 90, sigma: 50 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer()
  const caption = `The two of us, ${randomUUID().slice(0, 8)}`
  const amina = await (await windowOf(browser, 'amina')).newPage()

  // The creator names who is shown, and gets a link for her.
  await addPhoto(amina, photo)
  await amina.getByLabel('Caption').fill(caption)
  await amina.getByText('Somebody else is in this').click()
  await shot(amina, 'composer')
  await amina.getByRole('button', { name: 'Name who is shown' }).click()
  await amina.getByLabel('What you call them').fill('Joan')
  await amina.getByRole('button', { name: 'Make a link for them' }).click()
  const link = await amina.getByLabel('Link', { exact: true }).inputValue()
  expect(link).toMatch(/\/releases\/[\w-]{43}$/)
  await shot(amina, 'people')
  await amina.getByRole('link', { name: 'Back to the post' }).click()
  await expect(amina.getByText('Waiting', { exact: true })).toBeVisible()
  await amina.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(amina.getByRole('heading', { name: 'Posts' })).toBeVisible()
  // Its photo is prepared first.
  const waiting = amina.getByRole('link', { name: new RegExp(caption) })
  await expect
    .poll(() => amina.goto(`${base()}/dashboard/posts?show=review`).then(() => waiting.count()), { timeout: 60_000 })
    .toBe(1)
  await waiting.click()
  await expect(amina.getByText('Waiting for a release')).toBeVisible()
  const own = amina.url()
  await shot(amina, 'waits')

  // She signs with the link, without script; it works once.
  const joan = await (await windowOfVisitor(browser, { javaScriptEnabled: false })).newPage()
  await joan.goto(link)
  await expect(joan.getByRole('heading', { name: 'Do you agree to be shown?' })).toBeVisible()
  expect(await joan.content()).not.toContain('/media/')
  await joan.getByRole('button', { name: 'Sign' }).click()
  await expect(joan.getByText('Write your first and last name').first()).toBeVisible()
  await shot(joan, 'release')
  await joan.getByLabel('Full name').fill('Joan Nakato')
  await joan.getByLabel('Photo of your identity document').setInputFiles(await photoFile('id.jpg'))
  await joan.getByLabel('Day', { exact: true }).fill('3')
  await joan.getByLabel('Month', { exact: true }).fill('4')
  await joan.getByLabel('Year', { exact: true }).fill('1999')
  for (const box of await joan.getByRole('checkbox').all()) await box.check({ force: true })
  await joan.getByLabel('Signature').fill('Joan Nakato')
  await joan.getByRole('button', { name: 'Sign' }).click()
  await expect(joan.getByRole('heading', { name: 'Thank you, it is signed' })).toBeVisible()
  await joan.goto(link)
  await expect(joan.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  // It went on by itself.
  await amina.goto(own)
  await expect(amina.getByText(/Published \d/)).toBeVisible()

  // Staff see the release, open the photo in a logged view, and remove the post.
  const moderator = await (await windowOfStaff(browser, 'moderator')).newPage()
  await moderator.goto(`${base()}/admin/content?filter=approved&find=${encodeURIComponent(caption)}`)
  await shot(moderator, 'queue')
  await moderator.getByRole('link', { name: new RegExp(caption) }).click()
  await expect(moderator.getByText('Signed by Joan Nakato, 27 years')).toBeVisible()
  await moderator.getByRole('link', { name: 'Open an ID photo\u2026' }).click()
  await moderator.getByLabel('Why do you need to see it?').fill('Review of the release')
  await shot(moderator, 'identity-asked')
  await moderator.getByRole('button', { name: 'Open', exact: true }).click()
  const identity = moderator.getByAltText('Identity document of Joan')
  await expect.poll(() => identity.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  await shot(moderator, 'identity')
  await moderator.getByRole('button', { name: 'View content' }).click()
  await expect(moderator.getByAltText('File 1: photo')).toBeVisible()
  await expect
    .poll(() => moderator.getByAltText('File 1: photo').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300)
  await shot(moderator, 'opened')
  await moderator.getByRole('link', { name: 'Remove\u2026' }).click()
  await moderator.getByLabel('Reason').fill('Somebody in it asked us to take it down.')
  await shot(moderator, 'removal')
  await moderator.getByRole('button', { name: 'Remove post' }).click()
  await expect(moderator.getByText('Its buyers are refunded').first()).toBeVisible()
  await moderator.goto(`${base()}/admin/content/blocked`)
  await expect(moderator.getByText('Somebody in it asked us to take it down.')).toBeVisible()
  await expect(moderator.getByRole('button', { name: 'Unblock' })).toHaveCount(0)
  await shot(moderator, 'blocked')

  // The same photo again is refused at once.
  await addPhoto(amina, photo)
  await amina.getByLabel('Caption').fill('Another try')
  await amina.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(amina.getByText('A file of it was removed from Peach before').first()).toBeVisible()
  await moderator.goto(`${base()}/admin/content?filter=rejected`)
  await expect(moderator.getByRole('link', { name: /Another try/ })).toBeVisible()
})

test('ADMIN-06a ADMIN-06b the queue of the demo: a flagged creator, rejected with a reason by keys and forms alone', async ({
  browser,
}) => {
  const moderator = await (await windowOfStaff(browser, 'moderator')).newPage()
  await moderator.goto(`${base()}/admin/content?filter=flagged`)
  await moderator.getByRole('link', { name: /Fitting day on Friday/ }).click()
  await expect(moderator.getByText('This creator is flagged')).toBeVisible()
  await moderator.getByRole('link', { name: 'Reject\u2026' }).click()
  await moderator.getByRole('button', { name: 'Reject post' }).click()
  await expect(moderator.getByText('Write at least 10 characters').first()).toBeVisible()
  await moderator.getByLabel('Reason').fill('We could not see who is shown.')
  await moderator.getByRole('button', { name: 'Reject post' }).click()
  await expect(moderator.getByText('The creator is told why.').first()).toBeVisible()
})
