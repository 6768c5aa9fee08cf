import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { dayOfRun, daysSince1970 } from '../../bin/day.ts'
import { base, runsScript, scriptStarted } from './people.ts'
import type { Screen } from './screen.ts'
import { readTestData, SCREENS, windowFor } from './screens.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

/** What translators, password managers, data savers and extensions do to a page. Each function runs in the page, with nothing around it. */
const WAYS: Record<string, () => void> = {
  'an element first in the body': () => document.body.prepend(document.createElement('div')),
  'an element behind each field': () => {
    for (const field of document.querySelectorAll('input, textarea, select'))
      field.after(document.createElement('span'))
  },
  'one changed text': () => {
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) if (texts.currentNode.nodeValue!.trim()) break
    texts.currentNode.nodeValue += ' *'
  },
  'a style before ours in the head': () => document.head.prepend(document.createElement('style')),
  'every text translated': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const all: Node[] = []
    while (texts.nextNode()) all.push(texts.currentNode)
    for (const text of all) {
      if (!text.nodeValue!.trim() || text.parentElement!.closest('script, style, option, textarea, font')) continue
      const inner = document.createElement('font')
      inner.textContent = text.nodeValue
      const outer = document.createElement('font')
      outer.append(inner)
      text.parentNode!.replaceChild(outer, text)
    }
  },
}
const NAMES = Object.keys(WAYS)
const inFull = process.env.PAGE_WIDTHS === 'all'

/** Two ways, before and after hydration, for each screen, and a third of the screens each day; `PAGE_WIDTHS=all` goes through all. */
function turnsOf(screen: Screen): { before: string; after: string }[] {
  if (inFull) return NAMES.map((way) => ({ before: way, after: way }))
  const turn = Array.from(screen.name).reduce((sum, letter) => sum + letter.codePointAt(0)!, daysSince1970(dayOfRun()))
  if (turn % 3 !== 0) return []
  return [{ before: NAMES[Math.floor(turn / 3) % NAMES.length]!, after: NAMES[Math.floor(turn / 5) % NAMES.length]! }]
}

async function changeBeforeHydration(page: Page, way: string): Promise<void> {
  await page.addInitScript(
    `document.addEventListener('readystatechange', () => { if (document.readyState === 'interactive') (${WAYS[way]!.toString()})() })`,
  )
}

/** React reports what differs from the server's page, and goes on. */
const isMismatch = (error: Error) => /Minified React error #(418|423)|[Hh]ydrat/.test(error.message)

function failuresOf(page: Page): string[] {
  const failures: string[] = []
  page.on('pageerror', (error) => isMismatch(error) || failures.push(error.message))
  return failures
}

/** Goes to another page and back without loading a document, as links of the application do. */
const goInPage = (page: Page, to: string | number) =>
  page.evaluate((where) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string | number): Promise<void> }
    }
    return router.navigate(where)
  }, to)

test.describe.configure({ mode: 'parallel' })

const OF_CHAINS = new Set(['newcomer', 'applicant'])
const everyone = [...new Set(SCREENS.map(({ who }) => who))]
for (const who of everyone) {
  test(`the screens of ${who} stay readable and work, whatever else changes them before and after hydration`, async ({
    browser,
  }) => {
    const screens = SCREENS.filter((screen) => screen.who === who)
    test.setTimeout(screens.length * (inFull ? 60_000 : 20_000) + 60_000)
    const fixture = await readTestData(browser)
    const context = await windowFor(browser, who)
    if (OF_CHAINS.has(who)) await throughChain(context, screens, fixture)
    else
      for (const screen of screens)
        for (const turn of turnsOf(screen))
          await test.step(`${screen.name}: ${turn.before}, then ${turn.after}`, async () => {
            const own = who === 'visitor' || who === 'stranger' ? await windowFor(browser, who) : context
            const page = await own.newPage()
            await changeBeforeHydration(page, turn.before)
            const failures = failuresOf(page)
            await screen.go(page, fixture)
            await staysReadable(page, screen)
            if (await runsScript(page)) await worksAfter(page, turn.after)
            expect(failures, screen.name).toEqual([])
            await (own === context ? page.close() : own.close())
          })
    await context.close()
  })
}

/** A journey in one page: each screen begins where the one before ended, so all of them meet the way of the day. */
async function throughChain(
  context: BrowserContext,
  screens: Screen[],
  fixture: Awaited<ReturnType<typeof readTestData>>,
) {
  const page = await context.newPage()
  const way = NAMES[daysSince1970(dayOfRun()) % NAMES.length]!
  await changeBeforeHydration(page, way)
  const failures = failuresOf(page)
  for (const screen of screens)
    await test.step(`${screen.name}: ${way}`, async () => {
      await screen.go(page, fixture)
      await staysReadable(page, screen)
      await page.evaluate(WAYS[way]!)
      expect(failures, screen.name).toEqual([])
    })
}

async function staysReadable(page: Page, { name, title }: Screen): Promise<void> {
  if (await runsScript(page)) await scriptStarted(page)
  await expect(page.locator('h1'), name).toBeVisible()
  await expect(page, name).toHaveTitle(title)
  await expect(page.getByText('Something went wrong'), name).toHaveCount(0)
  expect((await page.locator('main').innerText()).trim().length, `${name}: what can be read`).toBeGreaterThan(20)
}

async function worksAfter(page: Page, way: string): Promise<void> {
  const heading = await page.locator('h1').innerText()
  await page.evaluate(WAYS[way]!)
  await goInPage(page, '/help')
  await expect(page).toHaveTitle('Help · Peach')
  await expect(page.locator('h1')).toHaveCount(1)
  await page.evaluate(WAYS[way]!)
  await goInPage(page, -1)
  await expect(page.locator('h1')).toHaveText(heading.replace(/ \*$/, ''))
}

async function translatedTipForm(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; failures: string[] }> {
  const context = await windowOf(browser, 'brian')
  const page = await context.newPage()
  const failures = failuresOf(page)
  await page.goto(`${base()}/tip/${(await readTestData(browser)).aminaId}`)
  await scriptStarted(page)
  await page.evaluate(WAYS['every text translated']!)
  return { context, page, failures }
}

test('a translated page shows what changes, once, in the place of the translated words', async ({ browser }) => {
  const { context, page, failures } = await translatedTipForm(browser)
  const pay = page.getByRole('button', { name: /UGX/ }).first()
  const amounts = page.locator('main input[type=radio]')
  await amounts.nth(0).check({ force: true })
  const first = await pay.innerText()
  await page.evaluate(WAYS['every text translated']!)
  await amounts.nth(1).check({ force: true })
  await expect(pay).not.toHaveText(first)
  expect((await pay.innerText()).match(/UGX/g)).toHaveLength(1)
  expect(failures).toEqual([])
  await context.close()
})

test('what was typed before the script starts stays where an extension changed the form', async ({ page }) => {
  await changeBeforeHydration(page, 'an element behind each field')
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return
      const field = document.querySelector<HTMLInputElement>('input[type=email]')!
      field.focus()
      field.value = 'typed@before.example'
    })
  })
  await page.goto(`${base()}/auth`)
  await scriptStarted(page)
  await expect(page.getByLabel('Email')).toHaveValue('typed@before.example')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a field that is entered while the script starts stays entered where an extension changed the form', async ({
  page,
}) => {
  await changeBeforeHydration(page, 'an element behind each field')
  await page.addInitScript(() => {
    // The first thing that our script asks the page for comes before React has made the fields anew.
    const find = document.getElementById.bind(document)
    document.getElementById = (id) => {
      document.getElementById = find
      queueMicrotask(() => document.querySelector<HTMLInputElement>('input[type=email]')!.focus())
      return find(id)
    }
  })
  await page.goto(`${base()}/auth`)
  await scriptStarted(page)
  await page.keyboard.type('typed@meanwhile.example')
  await expect(page.getByLabel('Email')).toHaveValue('typed@meanwhile.example')
})

async function signsInPlainly(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  expect(await page.evaluate(() => performance.getEntriesByName('hydrated').length)).toBe(0)
  const form = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST')
  await page.getByLabel('Email').fill('nobody.has.this@fans.example')
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await form
  await expect(page.getByText(/Account not found|Check your inbox/).first()).toBeVisible()
}

test('where hydration fails, the server’s page stays, and its forms work without script', async ({ page }) => {
  // The data of the page can't be read: the first rendering in the browser throws.
  await page.addInitScript(() => {
    if (location.pathname === '/auth') ReadableStream.prototype.pipeThrough = () => ({}) as never
  })
  await page.goto(`${base()}/auth`)
  await page.waitForLoadState('networkidle')
  await signsInPlainly(page)
})

test('where a script does not arrive, the server’s page stays, and its forms work without script', async ({ page }) => {
  await page.route(/\/assets\/react-[^/]+\.js/, (route) => route.abort())
  await page.goto(`${base()}/auth`)
  await page.waitForLoadState('networkidle')
  await signsInPlainly(page)
})

test('where the script fails so that nothing is left of the page, the address is loaded again and stays without script', async ({
  browser,
}) => {
  const context = await windowOfVisitor(browser)
  const page = await context.newPage()
  await page.goto(`${base()}/public-feed`)
  await scriptStarted(page)
  await page.evaluate(() => {
    Node.prototype.appendChild = () => {
      throw new Error('broken by a program that is not ours')
    }
    Node.prototype.insertBefore = () => {
      throw new Error('broken by a program that is not ours')
    }
  })
  const loaded = page.waitForEvent('load')
  void goInPage(page, '/help').catch(() => {})
  await loaded
  await expect(page).toHaveURL(/\/help$/)
  await expect(page.locator('h1')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => performance.getEntriesByName('hydrated').length)).toBe(0)
  // The next address has its script again.
  await page.goto(`${base()}/public-feed`)
  await scriptStarted(page)
  await context.close()
})

test('the ids that connect fields with their labels and notes are the same in the browser as on the server', async ({
  page,
}) => {
  for (const path of ['/auth', '/subscribe?pay=monthly&currency=UGX', '/viewer-onboarding/email']) {
    await page.goto(base() + path)
    await scriptStarted(page)
    const found = await page.evaluate(() =>
      Array.from(document.querySelectorAll('#page [id]'), (element) => {
        const key = Object.keys(element).find((one) => one.startsWith('__reactProps$'))!
        return [element.id, (element as unknown as Record<string, { id: string }>)[key]!.id]
      }),
    )
    expect(found.length, path).toBeGreaterThan(1)
    for (const [served, rendered] of found) expect(rendered, path).toBe(served)
  }
})
