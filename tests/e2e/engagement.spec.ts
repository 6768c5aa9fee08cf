import { expect, type Page, test } from '@playwright/test'
import { base, scriptStarted } from './people.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

/** The post of Amina that has a poll. */
async function pollPost(page: Page): Promise<string> {
  await page.goto(`${base()}/amina_k`)
  const id = await page.locator('article:has(.poll)').first().getAttribute('id')
  return `/posts/${id!.replace('post-', '')}`
}

const likeOf = (page: Page) => page.getByRole('button', { name: /^\d+ likes?$/ }).first()
const pressed = async (page: Page) => (await likeOf(page).getAttribute('aria-pressed')) === 'true'

test('PROF-07f a like shows at once and without a reload, and is there after one', async ({ browser }) => {
  const context = await windowOf(browser, 'brian')
  const page = await context.newPage()
  await page.goto(`${base()}/fiona`)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const before = await pressed(page)
  for (const expected of [!before, before]) {
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/like'))
    await likeOf(page).click()
    await expect(likeOf(page)).toHaveAttribute('aria-pressed', String(expected))
    expect((await saved).status()).toBe(200)
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    const again = await context.newPage()
    await again.goto(`${base()}/fiona`)
    expect(await pressed(again)).toBe(expected)
    await again.close()
  }
  await context.close()
})

test('PROF-07f a like that can\u2019t be saved is taken back, with a message', async ({ browser }) => {
  const context = await windowOf(browser, 'brian')
  const page = await context.newPage()
  await page.goto(`${base()}/fiona`)
  const before = await pressed(page)
  await page.route('**/like', (route) => route.abort())
  await likeOf(page).click()
  await expect(page.getByText('Your like was not saved. Please try again.')).toBeVisible()
  expect(await pressed(page)).toBe(before)
  await context.close()
})

test('PROF-07f PROF-07g PROF-07i without script a fan likes, comments, votes and deletes the own comment', async ({
  browser,
}) => {
  const context = await windowOf(browser, 'brian', { javaScriptEnabled: false })
  const page = await context.newPage()
  const path = await pollPost(page)
  await page.goto(base() + path)
  const before = await pressed(page)
  await likeOf(page).click()
  await expect(page).toHaveURL(new RegExp(`${path}(#.*)?$`))
  expect(await pressed(page)).toBe(!before)
  await page.getByRole('button', { name: 'The fast one' }).click()
  await expect(page.getByRole('button', { name: /The fast one.*your vote/ })).toBeVisible()
  await expect(page.getByText(/\d+ votes, closes in \d+ days, you can change your vote/)).toBeVisible()
  await page.getByLabel('Write a comment').fill('From a plain form')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const own = page.getByRole('listitem').filter({ hasText: 'From a plain form' })
  await expect(own).toContainText('You')
  await own.locator('summary').click()
  await own.getByRole('button', { name: 'Delete comment' }).click()
  await expect(page.getByText('From a plain form')).toHaveCount(0)
  await context.close()
})

test('PROF-07g a fan without access and a visitor see the post locked, and read no comment', async ({ browser }) => {
  const brian = await windowOf(browser, 'brian')
  const path = await pollPost(await brian.newPage())
  await brian.close()
  for (const context of [await windowOf(browser, 'okello'), await windowOfVisitor(browser)]) {
    const page = await context.newPage()
    await page.goto(base() + path)
    await expect(page.getByRole('link', { name: 'Unlock this Peach' })).toBeVisible()
    await expect(page.getByText('Fans with access to Amina K read and write comments.')).toBeVisible()
    await expect(page.getByText('Which song for Friday?')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.locator('.comment')).toHaveCount(0)
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
    await context.close()
  }
})

test('PROF-07g a creator answers, mutes and unmutes from the list of comments', async ({ browser }) => {
  const context = await windowOf(browser, 'amina')
  const page = await context.newPage()
  await page.goto(`${base()}/dashboard/comments`)
  const first = page.locator('.comment').first()
  const name = await first.locator('b').first().textContent()
  await first.getByText('Reply', { exact: true }).click()
  await first.getByRole('textbox').fill('See you on Friday')
  await first.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('See you on Friday')).toBeVisible()
  await page.locator('.comment').first().locator('summary').first().click()
  await page
    .getByRole('button', { name: `Mute ${name}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Muted fans' })).toBeVisible()
  await page.getByRole('button', { name: `Unmute ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'Muted fans' })).toHaveCount(0)
  await expect(page.getByText('See you on Friday')).toBeVisible()
  await context.close()
})

test('PROF-08a PROF-08b a fan asks on the creator\u2019s page what to be notified of', async ({ browser }) => {
  const context = await windowOf(browser, 'okello')
  const page = await context.newPage()
  await page.goto(`${base()}/fiona`)
  await page.getByRole('link', { name: 'Notify me about Fiona' }).click()
  await page.getByRole('checkbox', { name: /New posts/ }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`${base()}/fiona`)
  await expect(page.getByRole('link', { name: 'Notifications on about Fiona' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Following Fiona' })).toBeVisible()
  await context.close()
})

test('PROF-10a the badges lead to the page of their rules', async ({ browser }) => {
  const context = await windowOfVisitor(browser)
  const page = await context.newPage()
  await page.goto(`${base()}/amina_k`)
  await page.getByRole('link', { name: /^Verified/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Badges' })).toBeVisible()
  for (const badge of ['Verified', 'Top', 'New']) await expect(page.getByRole('heading', { name: badge })).toBeVisible()
  await context.close()
})

test('AUTH-08 where the session has ended under an open page, a like, a follow, a vote and a comment ask to sign in again and change nothing', async ({
  browser,
}) => {
  const context = await windowOf(browser, 'brian')
  const page = await context.newPage()
  const pages: [address: string, press: () => Promise<void>][] = [
    ['/amina_k', () => likeOf(page).click()],
    [
      '/unblocked-feed',
      () =>
        page
          .getByRole('button', { name: /^Follow/ })
          .first()
          .click(),
    ],
    [await pollPost(page), () => page.locator('.poll button').first().click()],
    [
      await pollPost(page),
      async () => {
        await page.getByLabel('Write a comment').fill('After the end')
        await page.getByRole('button', { name: 'Comment', exact: true }).click()
      },
    ],
  ]
  const cookies = await context.cookies()
  for (const [address, press] of pages) {
    await page.goto(`${base()}${address}`)
    await scriptStarted(page)
    await context.clearCookies({ name: /peach_session$/ })
    await press()
    await expect(page.locator('output'), address).toContainText('Sign in again')
    await expect(page.locator('output'), address).toContainText('Your session has ended. Nothing was changed.')
    // Here, or behind a link, is sign-in with the way back.
    if (!page.url().includes('/auth')) await page.locator('output').getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${base()}/auth?returnTo=${encodeURIComponent(address)}`)
    await context.addCookies(cookies)
  }
  // Back on the post, signed in again, the words that were not sent are in their field; once sent, they are not.
  await page.goto(`${base()}${pages.at(-1)![0]}`)
  await expect(page.getByLabel('Write a comment')).toHaveValue('After the end')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.locator('.comment', { hasText: 'After the end' })).toHaveCount(1)
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  await page.reload()
  await scriptStarted(page)
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  await context.close()
})

test('AUTH-10 a note that was shown once does not come back: not on the next page, nor by Back, Forward or a reload', async ({
  browser,
}) => {
  const context = await windowOf(browser, 'brian')
  const page = await context.newPage()
  const note = page.locator('output .toast')
  await page.goto(`${base()}/profile/edit`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note).toContainText('Profile updated')
  await expect(note).toHaveCount(0)
  await scriptStarted(page)
  await page.getByRole('link', { name: 'Chat' }).last().click()
  await page.waitForURL('**/chat')
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible()
  await expect(note).toHaveCount(0)
  for (const step of ['goBack', 'goBack', 'goForward', 'reload'] as const) {
    await page[step]()
    await expect(page.getByRole('heading').first()).toBeVisible()
    await scriptStarted(page)
    await expect(note, step).toHaveCount(0)
  }
  await context.close()
})
