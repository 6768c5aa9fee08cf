import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { base } from './people.ts'
import { windowOf } from './sessions.ts'

const PRICE = /UGX.5,000 per message/

/** The chat of Brian with a creator, by the link on the creator's page. */
async function openChat(context: BrowserContext, username: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${base()}/${username}`)
  await page.getByRole('link', { name: 'Chat' }).and(page.locator('main a')).first().click()
  await expect(page).toHaveURL(/\/chat\//)
  return page
}

async function agree(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: /I pay UGX.5,000 for each message I send/ })
  if (await box.isVisible()) await box.check()
}

async function balanceOf(page: Page): Promise<number> {
  const text = await page.locator('.chat-price').innerText()
  return Number(/UGX\s([\d,]+)\s*\n?\s*Top up/.exec(text)![1]!.replaceAll(',', ''))
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
  await theirs.goto(`${base()}/chat`)
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

test('CHAT-02a CHAT-03 without network a paid message waits for a tap; sent twice it is paid once', async ({
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
  await expect(page.getByText('No network. Not sent, nothing charged')).toBeVisible()
  await fan.setOffline(false)
  // The server stores it, and its answer is lost on the way, as is what would show it.
  await page.route('**/messages?after=*', (route) => route.abort())
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Retry' }).click()
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

test('CHAT-02c CHAT-03a without script a fan agrees to the price, writes, and reads the answer after a reload', async ({
  browser,
}) => {
  const fan = await windowOf(browser, 'brian', { javaScriptEnabled: false })
  const page = await openChat(fan, 'claire')
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
  const creator = await windowOf(browser, 'amina')
  const page = await openChat(fan, 'amina_k')
  await agree(page)
  const words = `Before the block ${Date.now()}`
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('.bubble', { hasText: words })).toContainText('Sent')
  const theirs = await creator.newPage()
  await theirs.goto(`${base()}/chat`)
  await theirs.getByRole('link', { name: new RegExp(words) }).click()
  await theirs.locator('.chat-head summary').click()
  await theirs.getByRole('button', { name: 'Block' }).click()
  await expect(theirs.getByText('You blocked this conversation')).toBeVisible()
  await page.reload()
  await expect(message(page, words)).toBeVisible()
  await expect(page.getByText('You can\u2019t write here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0)
  await theirs.locator('.chat-head summary').click()
  await theirs.getByRole('button', { name: 'Unblock' }).click()
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

test('CHAT-02d CHAT-02e two browsers talk at once: list, typing, delivered, read, and after a time offline', async ({
  browser,
}) => {
  const [fan, creator] = [await windowOf(browser, 'brian'), await windowOf(browser, 'amina')]
  const page = await openChat(fan, 'amina_k')
  await send(page, `Opened ${Date.now()}`)

  // The creator looks at another page: bar and list count, and the fan's message is delivered.
  const list = await creator.newPage()
  const socket = connected(list)
  await list.goto(`${base()}/chat`)
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
