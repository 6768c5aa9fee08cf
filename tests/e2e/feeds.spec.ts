import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { base } from './people.ts'
import { readTestData } from './screens.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

const toast = (page: Page) => page.locator('output')

test.describe('public feed', () => {
  test('FEED-01a FEED-01b each card shows name, place and online status, and every action leads a visitor to the plans and is carried along', async ({
    browser,
  }) => {
    const context = await windowOfVisitor(browser, { width: 1280 })
    const page = await context.newPage()
    await page.goto(`${base()}/public-feed`)
    const card = page.getByRole('article').first()
    await expect(card.getByRole('heading', { name: 'Amina K' })).toBeVisible()
    await expect(card.getByText('Kampala', { exact: true })).toBeVisible()
    await expect(card.getByText(/^Live/)).toBeVisible()
    for (const act of ['Follow', 'Chat']) {
      const link = card.getByRole('link', { name: new RegExp(`^${act}`) }).filter({ visible: true })
      const href = new URL((await link.getAttribute('href'))!, base())
      expect(href.pathname, act).toBe('/subscribe')
      expect(href.searchParams.get('creator')).toBe('amina_k')
      expect(href.searchParams.get('intent')).toBe(act.toLowerCase())
    }
    await context.close()
  })

  for (const javaScriptEnabled of [true, false]) {
    test(`FEED-02a four, eight, ten, then a link to the plans, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
      browser,
    }) => {
      const context = await windowOfVisitor(browser, { javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(`${base()}/public-feed`)
      const cards = page.getByRole('article')
      await expect(cards).toHaveCount(4)
      for (const count of [8, 10]) {
        await page.getByRole('link', { name: 'Discover More Peaches' }).click()
        await expect(cards).toHaveCount(count)
        // The first new card is in view, and a reload or a link shows as many.
        await expect(cards.nth(count === 8 ? 4 : 8)).toBeInViewport()
      }
      const more = page.getByRole('link', { name: /^Subscribe from UGX\s180,000 to See More Peaches$/ })
      await expect(more).toHaveAttribute('href', '/subscribe?from=public-feed')
      await more.click()
      await expect(page.getByRole('heading', { name: 'Unlock all Peaches' })).toBeVisible()
      await context.close()
    })
  }

  test('FEED-03 expired=true shows the message and offers to renew', async ({ browser }) => {
    const context = await windowOfVisitor(browser)
    const page = await context.newPage()
    await page.goto(`${base()}/public-feed?expired=true`)
    await expect(
      page.getByText('Your subscription has expired. Subscribe again to unlock all Peach Creators'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Renew Subscription' }).click()
    await expect(page).toHaveURL(/\/subscribe/)
    await page.goto(`${base()}/public-feed?expired=no`)
    await expect(page.getByText('Your subscription has expired')).toHaveCount(0)
    await context.close()
  })

  test('FEED-04 Weekly New Peaches links to the plans, on a phone and on a wide screen', async ({ browser }) => {
    const context = await windowOfVisitor(browser)
    const page = await context.newPage()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${base()}/public-feed`)
      const button = page.getByRole('link', { name: 'Weekly New Peaches' }).filter({ visible: true })
      expect((await button.getAttribute('href'))!.split('?')[0]).toBe('/subscribe')
      await button.click()
      await expect(page).toHaveURL(/\/subscribe/)
    }
    await context.close()
  })

  test('FEED-07 hidden creators are in neither feed', async ({ browser }) => {
    const context = await windowOf(browser, 'brian')
    const page = await context.newPage()
    await page.goto(`${base()}/unblocked-feed?shown=240`)
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(24)
    for (const name of ['Zawadi', 'Nakato'])
      await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0)
    await context.close()
  })
})

test.describe('premium feed', () => {
  test('FEED-05c FEED-05d twelve, then four more at a time until the list ends; every link of a card works', async ({
    browser,
  }) => {
    const context = await windowOf(browser, 'brian', { width: 1280 })
    const page = await context.newPage()
    await page.goto(`${base()}/unblocked-feed`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium Peach')
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(12)
    const first = await cards
      .first()
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    const { aminaId } = await readTestData(browser)
    for (const path of [`/gal/${aminaId}`, `/chat/${aminaId}`]) expect(first).toContain(path)
    let count = 12
    const more = page.getByRole('link', { name: 'Discover More' })
    for (let turn = 0; turn < 20 && (await more.count()) > 0; turn += 1) {
      const before = count
      await more.click()
      await expect.poll(() => cards.count()).toBeGreaterThan(before)
      count = await cards.count()
      expect(count - before).toBeLessThanOrEqual(4)
    }
    expect(count).toBeGreaterThanOrEqual(24)
    await expect(more).toHaveCount(0)
    await context.close()
  })

  test('twelve cards are a page of at most 500 elements, and their data is not sent beside their markup', async ({
    browser,
  }) => {
    const context = await windowOf(browser, 'brian')
    const html = await (await context.request.get(`${base()}/unblocked-feed`)).text()
    expect(html.match(/<article/g)).toHaveLength(12)
    expect(html.match(/<[a-z]/g)!.length).toBeLessThanOrEqual(500)
    const scripts = html.match(/<script.*?<\/script>/gs)!.join('')
    expect(scripts).not.toContain('Amina K')
    expect(scripts.length).toBeLessThan(4_000)
    await context.close()
  })

  test('"more" opens one sheet for any card, by mouse and by keyboard, and the focus returns to the card', async ({
    browser,
  }) => {
    const context = await windowOf(browser, 'brian')
    const page = await context.newPage()
    await page.goto(`${base()}/unblocked-feed`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const more = (name: string) => page.getByRole('link', { name: `More with ${name}: chat` })
    await more('Amina K').click()
    const sheet = page.getByRole('dialog', { name: 'Amina K' })
    await expect(sheet.getByRole('link', { name: /^Chat UGX/ })).toHaveAttribute('href', /\/chat\//)
    await expect(page).toHaveURL(/\/unblocked-feed\?more=amina_k$/)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/unblocked-feed$/)
    await page.goForward()
    await expect(sheet.getByRole('link', { name: 'View profile' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(more('Amina K')).toBeFocused()
    await more('Doreen').press('Enter')
    await expect(page.getByRole('dialog', { name: 'Doreen' }).getByRole('link', { name: 'View profile' })).toBeVisible()
    await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click()
    await expect(more('Doreen')).toBeFocused()
    await expect(page).toHaveURL(/\/unblocked-feed$/)
    await context.close()
  })

  test('without script "more" is an address with the same sheet, and closing it leads back to the card', async ({
    browser,
  }) => {
    const context = await windowOf(browser, 'brian', { javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${base()}/unblocked-feed?shown=16`)
    await page.getByRole('link', { name: 'More with Doreen: chat' }).click()
    const sheet = page.getByRole('dialog', { name: 'Doreen' })
    for (const name of [/^Chat UGX/, 'View profile']) await expect(sheet.getByRole('link', { name })).toBeVisible()
    await sheet.getByRole('link', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/unblocked-feed\?shown=16#peach-\d+$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await context.close()
  })

  test('FEED-06b following shows at once, survives a reload and another browser, and is reverted if it fails', async ({
    browser,
  }) => {
    const context = await windowOf(browser, 'brian')
    const page = await context.newPage()
    await page.goto(`${base()}/unblocked-feed`)
    const button = page.getByRole('button', { name: /^Follow(ing)? Doreen$/ })
    if ((await button.innerText()).startsWith('Following')) await press(page, button)
    await expect(button).toHaveText(/^Follow\b(?!ing)/)

    // Shown before the server has answered.
    const held = Promise.withResolvers<void>()
    const letGo = held.resolve
    await page.route('**/follow', async (route) => {
      await held.promise
      await route.continue()
    })
    await button.click()
    await expect(button).toHaveText(/^Following/)
    const stored = page.waitForResponse(/\/follow$/)
    letGo()
    expect((await stored).status()).toBe(200)
    await page.unroute('**/follow')
    await page.reload()
    await expect(button).toHaveText(/^Following/)
    const elsewhere = await windowOf(browser, 'brian')
    const other = await elsewhere.newPage()
    await other.goto(`${base()}/unblocked-feed?filter=following`)
    await expect(other.getByRole('heading', { name: 'Doreen' })).toBeVisible()

    await page.route('**/follow', (route) => route.fulfill({ status: 503, body: '' }))
    await button.click()
    await expect(toast(page)).toContainText('Could not unfollow Doreen')
    await expect(button).toHaveText(/^Following/)
    await page.unroute('**/follow')
    await press(page, button)
    await other.reload()
    await expect(other.getByRole('heading', { name: 'Doreen' })).toHaveCount(0)
    await elsewhere.close()
    await context.close()
  })

  test('FEED-08a FEED-08b a person without access is redirected with the reason and gets none of the content', async ({
    browser,
  }) => {
    const visitor = await windowOfVisitor(browser)
    await refused(visitor, /\/auth/, ['Access Denied', 'Please sign in to access premium content'])
    await visitor.close()
    const fan = await windowOf(browser, 'okello')
    await refused(fan, /\/subscribe/, ['Premium Access Required', 'Subscribe to unlock all Peaches!'])
    const { aminaId } = await readTestData(browser)
    const page = await fan.newPage()
    await page.goto(`${base()}/gal/${aminaId}`)
    await expect(page).toHaveURL(/\/subscribe/)
    await fan.close()
  })

  async function refused(context: BrowserContext, where: RegExp, message: string[]): Promise<void> {
    const page = await context.newPage()
    const answer = await context.request.get(`${base()}/unblocked-feed`, { maxRedirects: 0 })
    expect(answer.status()).toBe(303)
    expect(await answer.text()).not.toContain('/gal/')
    await page.goto(`${base()}/unblocked-feed`)
    await expect(page).toHaveURL(where)
    for (const word of message) await expect(toast(page)).toContainText(word)
  }
})

/** Presses a follow button and waits until the server has stored it. */
async function press(page: Page, button: ReturnType<Page['getByRole']>): Promise<void> {
  const answer = page.waitForResponse(/\/follow$/)
  await button.click()
  expect((await answer).ok()).toBe(true)
}

test.describe('search and filters', () => {
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with' : 'without'
    test(`FEED-09a FEED-09b a visitor finds a creator by name, city and with typing errors, ${how} script, and Back leads to what was searched before`, async ({
      browser,
    }) => {
      const context = await windowOfVisitor(browser, { javaScriptEnabled })
      const page = await context.newPage()
      const names = page.getByRole('article').getByRole('heading')
      await page.goto(`${base()}/public-feed`)
      const search = async (query: string) => {
        await page.getByRole('searchbox', { name: 'Search by name, city or topic' }).fill(query)
        await page.getByRole('button', { name: 'Search', exact: true }).click()
      }
      await search('brenda')
      await expect(names).toHaveText(['Brenda'])
      await expect(page).toHaveURL(/\/public-feed\?q=brenda$/)
      await search('Aminna')
      await expect(page.getByText('No Peach fits “Aminna”; close to it:')).toBeVisible()
      await expect(names.first()).toHaveText('Amina K')
      await page.goBack()
      await expect(names).toHaveText(['Brenda'])
      await expect(page.getByRole('searchbox')).toHaveValue('brenda')
      await search('entebbe')
      await expect(names.filter({ hasText: 'Brenda' })).toBeVisible()
      await page.getByRole('link', { name: 'Online', exact: true }).click()
      await expect(page).toHaveURL(/\/public-feed\?q=entebbe&filter=online$/)
      await search('zzzzqq')
      await expect(page).toHaveURL(/filter=online/)
      await expect(page.getByRole('heading', { name: 'No Peach fits “zzzzqq”' })).toBeVisible()
      await page.getByRole('link', { name: 'Clear search' }).click()
      await expect(names).toHaveCount(4)
      await context.close()
    })
  }

  test('FEED-02a FEED-09a a search shows a visitor four, eight, ten cards at most, then the plans', async ({
    browser,
  }) => {
    const context = await windowOfVisitor(browser)
    const page = await context.newPage()
    // One tag, so that most creators of the demo fit.
    await page.goto(`${base()}/public-feed?price=200000`)
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(4)
    for (const count of [8, 10]) {
      await page.getByRole('link', { name: 'Discover More Peaches' }).click()
      await expect(cards).toHaveCount(count)
    }
    await expect(page.getByRole('link', { name: /^Subscribe from UGX\s180,000 to See More Peaches$/ })).toBeVisible()
    for (const address of ['shown=240', 'q=a&shown=1000', 'q=kampala&shown=50'])
      expect(
        (await (await context.request.get(`${base()}/public-feed?${address}`)).text()).split('<article').length - 1,
      ).toBeLessThanOrEqual(10)
    await context.close()
  })

  test('FEED-09a FEED-09b a pass holder searches and filters everybody, and garbage gets a page', async ({
    browser,
  }) => {
    const context = await windowOf(browser, 'brian')
    const page = await context.newPage()
    await page.goto(`${base()}/unblocked-feed?q=amina`)
    await expect(page.getByRole('article').getByRole('heading').first()).toHaveText('Amina K')
    await page.getByRole('link', { name: /^Up to UGX\s150,000$/ }).click()
    await expect(page).toHaveURL(/\?q=amina&price=150000$/)
    for (const garbage of ['%F0%9F%91%91', 'a'.repeat(5_000), '%25', "'--", '&filter=nonsense&price=-1', '%E2%80%AE']) {
      const answer = await context.request.get(`${base()}/unblocked-feed?q=${garbage}`)
      expect(answer.status(), garbage.slice(0, 20)).toBe(200)
      expect((await answer.body()).length, garbage.slice(0, 20)).toBeLessThan(60_000)
    }
    expect((await context.request.get(`${base()}/unblocked-feed?q=%00`)).status(), 'as at every address').toBe(400)
    await context.close()
  })
})
