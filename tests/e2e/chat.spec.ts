import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { noisyPhoto } from '#tests/support/creators.ts'
import { base, scriptStarted } from './people.ts'
import { windowOf } from './sessions.ts'

const PRICE = /UGX.5,000 per message/

/** The chat of Brian with a creator, by the link on the creator's page. */
async function openChat(context: BrowserContext, username: string, script = true): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${base()}/${username}`)
  await page.getByRole('link', { name: 'Chat' }).and(page.locator('main a')).first().click()
  await expect(page).toHaveURL(/\/chat\//)
  if (script) await scriptStarted(page)
  return page
}

/** The list of a person's conversations, opened and with its script running: what is clicked next needs no full load. */
async function openList(page: Page): Promise<void> {
  await page.goto(`${base()}/chat`)
  await scriptStarted(page)
}

async function agree(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: /I pay UGX.5,000 for each message I send/ })
  if (await box.isVisible()) await box.check()
}

async function balanceOf(page: Page): Promise<number> {
  const text = await page.locator('.chat-price').innerText()
  return Number(/UGX\s([\d,]+)\s*\n?\s*Top up/.exec(text)![1]!.replaceAll(',', ''))
}

/** A button of the conversation's menu; a page that was just opened can close the menu once when its script starts. */
async function inMenu(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true })
  await expect(async () => {
    if (!(await button.isVisible())) await page.locator('.chat-head summary').click()
    await expect(button).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  return button
}

const message = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })

test('PROF-03f CHAT-01b CHAT-02a CHAT-02b CHAT-03a CHAT-03c two browsers talk: the fan pays for each message, the creator writes free, both see it without a reload', async ({
  browser,
}) => {
  const fan = await windowOf(browser, 'brian')
  const creator = await windowOf(browser, 'amina')
  const page = await openChat(fan, 'amina_k')
  await expect(page.getByText(PRICE)).toBeVisible()
  const [words, answer] = [`Hello ${Date.now()}`, `And hello to you ${Date.now()}`]
  const before = await balanceOf(page)
  await agree(page)
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(message(page, words)).toBeVisible()
  await expect(page.getByText('Sent', { exact: true }).last()).toBeVisible()
  expect(await balanceOf(page)).toBe(before - 5_000)

  const theirs = await creator.newPage()
  await openList(theirs)
  const row = theirs.getByRole('link', { name: new RegExp(words) })
  await expect(row).toContainText('unread')
  await row.click()
  await expect(message(theirs, words)).toBeVisible()
  await expect(theirs.getByText(/^\+ UGX.4,000$/).last()).toBeVisible()
  await expect(theirs.getByText(/Answer by/)).toBeVisible()
  await theirs.getByLabel('Message', { exact: true }).fill(answer)
  await theirs.getByLabel('Message', { exact: true }).press('Enter')
  await expect(message(theirs, answer)).toBeVisible()

  // The fan's page was not touched.
  await expect(message(page, answer)).toBeVisible()
  await expect(page.getByText('Read', { exact: true }).last()).toBeVisible()
  expect(await balanceOf(page)).toBe(before - 5_000)
  await Promise.all([fan.close(), creator.close()])
})

test('CHAT-02a CHAT-03 without network a paid message waits and then goes by itself; sent twice it is paid once', async ({
  browser,
}) => {
  const fan = await windowOf(browser, 'brian')
  const page = await openChat(fan, 'amina_k')
  const before = await balanceOf(page)
  const words = `Through the tunnel ${Date.now()}`
  await agree(page)
  await fan.setOffline(true)
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Waiting for network. Nothing is charged yet')).toBeVisible()
  // The server stores it, and its answer is lost on the way, as is what would show it.
  await page.route('**/messages?after=*', (route) => route.abort())
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await fan.setOffline(false)
  await expect(page.getByText('No answer yet. Retry can\u2019t send or charge it twice')).toBeVisible()
  await page.unroute('**/messages')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.unroute('**/messages?after=*')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(message(page, words)).toHaveCount(1)
  await page.reload()
  await expect(message(page, words)).toHaveCount(1)
  expect(await balanceOf(page)).toBe(before - 5_000)
  await fan.close()
})

test('CHAT-02 a creator’s messages wait for the network and are sent once, in order; so do a fan’s, for the price that stood there; an unsent one survives a reload and not a sign-out, and so does what is being written', async ({
  browser,
}) => {
  const [fan, creator] = [await windowOf(browser, 'brian'), await windowOf(browser, 'amina')]
  const page = await openChat(fan, 'amina_k')
  const opening = `Before ${Date.now()}`
  await send(page, opening)
  const theirs = await creator.newPage()
  await openList(theirs)
  await theirs.getByRole('link', { name: new RegExp(opening) }).click()
  await theirs.waitForURL(/\/chat\/[0-9a-f-]{36}/)
  // Without the script, what is written now would be a form without network.
  await scriptStarted(theirs)
  await creator.setOffline(true)
  const waiting = [1, 2, 3].map((nth) => `Waiting ${nth} ${Date.now()}`)
  for (const text of waiting) {
    await theirs.getByLabel('Message', { exact: true }).fill(text)
    await theirs.getByRole('button', { name: 'Send' }).click()
  }
  await expect(theirs.getByText('Waiting for network')).toHaveCount(3)
  await creator.setOffline(false)
  for (const text of waiting) await expect(message(page, text)).toHaveCount(1, { timeout: 15_000 })
  await expect(theirs.getByText('Waiting for network')).toHaveCount(0)
  const bodies = await page.getByRole('log').locator('.bubble-text').allInnerTexts()
  expect(bodies.filter((text) => waiting.includes(text))).toEqual(waiting)

  const before = await balanceOf(page)
  const kept = `Kept ${Date.now()}`
  await fan.setOffline(true)
  await page.getByLabel('Message', { exact: true }).fill(kept)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Waiting for network. Nothing is charged yet')).toBeVisible()
  // The network is back, and the server is not: nothing arrives, whatever is tried.
  const posts = '**/messages'
  await page.route(posts, (route) => route.abort())
  await fan.setOffline(false)
  await page.getByLabel('Message', { exact: true }).fill('Half a thought')
  await page.reload()
  await expect(page.getByText(kept)).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Half a thought')
  expect(await balanceOf(page)).toBe(before)
  expect(await page.evaluate(() => sessionStorage.getItem('peach-unsent'))).toContain(kept)
  await fan.clearCookies({ name: 'peach_session' })
  await page.goto(`${base()}/auth`)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('peach-unsent'))).toBeNull()
  await Promise.all([fan.close(), creator.close()])
})

test('CHAT-02c CHAT-03a without script a fan agrees to the price, writes, and reads the answer after a reload', async ({
  browser,
}) => {
  const fan = await windowOf(browser, 'brian', { javaScriptEnabled: false })
  const page = await openChat(fan, 'claire', false)
  const words = `Plain form ${Date.now()}`
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/Each message to Claire costs UGX.5,000/)).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(words)
  await agree(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}#end$/)
  await expect(message(page, words)).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.goto(`${base()}/wallet`)
  await expect(page.getByText('Message to Claire').first()).toBeVisible()
  await fan.close()
})

test('CHAT-05a a creator blocks and unblocks a fan, who keeps the history and can’t write', async ({ browser }) => {
  const fan = await windowOf(browser, 'brian')
  const creator = await windowOf(browser, 'claire')
  // A block ends open requests, and the screens look at those that Amina has.
  const page = await openChat(fan, 'claire')
  await agree(page)
  const words = `Before the block ${Date.now()}`
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  // Another journey may have a window of the creator open, where it arrives at once.
  await expect(page.locator('.bubble', { hasText: words })).toContainText(/Sent|Delivered|Read/)
  const theirs = await creator.newPage()
  await openList(theirs)
  await theirs.getByRole('link', { name: new RegExp(words) }).click()
  await (await inMenu(theirs, 'Block')).click()
  await expect(theirs.getByText('You blocked this conversation')).toBeVisible()
  await page.reload()
  await expect(message(page, words)).toBeVisible()
  await expect(page.getByText('You can\u2019t write here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0)
  await (await inMenu(theirs, 'Unblock')).click()
  await expect(theirs.getByRole('button', { name: 'Send' })).toBeVisible()
  await Promise.all([fan.close(), creator.close()])
})

test('CHAT-03 a fan without a pass is led to the plans with the wish to chat; a stranger finds nothing at a thread', async ({
  browser,
}) => {
  const brian = await windowOf(browser, 'brian')
  const page = await brian.newPage()
  await page.goto(`${base()}/chat`)
  const thread = (await page.locator('.chat-row').first().getAttribute('href'))!.replace(/#.*$/, '')
  const okello = await windowOf(browser, 'okello')
  const other = await okello.newPage()
  await other.goto(`${base()}/amina_k`)
  await other.getByRole('link', { name: 'Chat' }).and(other.locator('main a')).first().click()
  await expect(other).toHaveURL(/\/subscribe\?.*intent=chat/)
  for (const path of [thread, `${thread}/messages?after=0`])
    expect((await okello.request.get(base() + path)).status()).toBe(404)
  for (const path of [thread, `${thread}/messages`, `${thread}/block`, `${thread}/mute`])
    expect(
      (await okello.request.post(base() + path, { form: { text: 'x' }, headers: { origin: base() } })).status(),
    ).toBe(404)
  await Promise.all([brian.close(), okello.close()])
})

/** Sooner than a page without a live connection asks by itself. */
const AT_ONCE = { timeout: 2_000 }
const connected = (page: Page) => page.waitForEvent('websocket', { predicate: (one) => one.url().includes('/live') })

async function send(page: Page, text: string): Promise<void> {
  await agree(page)
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(message(page, text)).toBeVisible()
}

test('CHAT-02 CHAT-02d CHAT-02e two browsers talk at once: list, typing, delivered, read, and after a time offline', async ({
  browser,
}) => {
  const [fan, creator] = [await windowOf(browser, 'brian'), await windowOf(browser, 'amina')]
  const page = await openChat(fan, 'amina_k')
  await send(page, `Opened ${Date.now()}`)

  // The creator looks at another page: bar and list count, and the fan's message is delivered.
  const list = await creator.newPage()
  const socket = connected(list)
  await openList(list)
  await socket
  const words = `At once ${Date.now()}`
  await send(page, words)
  await expect(list.getByRole('link', { name: new RegExp(words) })).toBeVisible(AT_ONCE)
  await expect(page.getByText('Delivered', { exact: true }).last()).toBeVisible(AT_ONCE)

  const theirs = list
  const again = connected(theirs)
  await theirs.getByRole('link', { name: new RegExp(words) }).click()
  await again
  await expect(page.getByText('Read', { exact: true }).last()).toBeVisible(AT_ONCE)
  await theirs.getByLabel('Message', { exact: true }).pressSequentially('Hm')
  await expect(page.getByText('Typing…')).toBeVisible(AT_ONCE)
  const answer = `Answered ${Date.now()}`
  await send(theirs, answer)
  await expect(message(page, answer)).toBeVisible(AT_ONCE)
  await expect(page.getByText('Typing…')).toBeHidden()

  // What is written while the fan is offline is there once, in order, when the network is back.
  await fan.setOffline(true)
  const missed = [1, 2, 3].map((nth) => `Missed ${nth} ${Date.now()}`)
  for (const text of missed) await send(theirs, text)
  await fan.setOffline(false)
  await expect(message(page, missed[2]!)).toBeVisible({ timeout: 15_000 })
  const bodies = await page.getByRole('log').locator('.bubble-text').allInnerTexts()
  expect(bodies.filter((text) => text.startsWith('Missed'))).toEqual(missed)

  await Promise.all([fan.close(), creator.close()])
})

test('CHAT-04 CHAT-04a CHAT-04b CHAT-01c TIP-01b a creator sends a locked photo, the fan unlocks it in place and tips, and both see it at once', async ({
  browser,
}) => {
  const fan = await windowOf(browser, 'brian')
  const creator = await windowOf(browser, 'amina')
  const page = await openChat(fan, 'amina_k')
  const words = `A photo, please ${Date.now()}`
  await agree(page)
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent', { exact: true }).last()).toBeVisible()

  const studio = await creator.newPage()
  await openList(studio)
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

test('CHAT-05b CHAT-05c a creator takes a saved reply by its keys, and writes to all subscribers, of whom one reads it', async ({
  browser,
}) => {
  const fan = await windowOf(browser, 'brian')
  const page = await openChat(fan, 'amina_k')
  const words = `Hello ${Date.now()}`
  await agree(page)
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
  await openList(studio)
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

test('CHAT-05c CHAT-04b a creator sends a locked photo to all subscribers, and one of them unlocks it in the conversation', async ({
  browser,
}) => {
  const creator = await windowOf(browser, 'amina')
  const studio = await creator.newPage()
  await studio.goto(`${base()}/dashboard/messages/new`)
  await scriptStarted(studio)
  await studio.getByRole('link', { name: 'Add photos, videos or voice' }).click()
  await studio
    .locator('input[type=file]')
    .setInputFiles({ name: 'many.jpg', mimeType: 'image/jpeg', buffer: await noisyPhoto(320, 400) })
  await expect(studio.getByRole('button', { name: 'Remove Photo' })).toBeVisible()
  await studio.getByRole('radio', { name: /UGX.15,000/ }).check()
  const words = `For all of you ${Date.now()}`
  await studio.getByRole('textbox', { name: 'Message' }).fill(words)
  await studio.getByRole('button', { name: 'Send to all of them' }).click()
  await expect(studio.getByText('Photo, UGX\u00a015,000 to unlock')).toBeVisible()
  await expect(studio.getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 })

  const fan = await windowOf(browser, 'brian')
  const page = await openChat(fan, 'amina_k')
  const bubble = page.locator('.bubble').filter({ hasText: words })
  await bubble.getByRole('link', { name: /Unlock, UGX.15,000/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Unlock this message' })
  await sheet.getByRole('button', { name: /Unlock for UGX.15,000/ }).click()
  await expect(bubble.locator('.chat-photos img')).toBeVisible()
  await expect(studio.locator('dl')).toContainText(/Unlocked\s*1\s*You earned\s*UGX.12,000/)
  await Promise.all([fan.close(), creator.close()])
})
