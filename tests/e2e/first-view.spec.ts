import { createHash } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { base } from './people.ts'
import { windowOf } from './sessions.ts'

const PAGES = [
  { path: '/', page: 'landing' },
  { path: '/terms', page: 'legal' },
  { path: '/public-feed', page: 'feed' },
  { path: '/public-feed', page: 'feed', adult: false },
  { path: '/amina_k', page: 'profile' },
  { path: '/amina_k', page: 'profile', adult: false },
  { path: '/subscribe', page: 'subscribe' },
]
const WINDOWS = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const
const LINKED_SHEETS = /\/assets\/[^/]+\.css$/

/** What stands in the window and how it is drawn, a line for each element. */
function drawn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines: string[] = []
    for (const element of document.querySelectorAll('body *')) {
      const { left, top, bottom, width, height } = element.getBoundingClientRect()
      if (top >= innerHeight || bottom <= 0 || width === 0 || height === 0) continue
      const style = getComputedStyle(element)
      const place = [left, top, width, Math.min(bottom, innerHeight) - top].map(Math.round)
      const look = [
        style.color,
        style.backgroundColor,
        style.font,
        style.borderTop,
        style.borderRadius,
        style.boxShadow,
      ]
      lines.push([element.tagName, element.getAttribute('class') ?? '', ...place, ...look].join(' '))
    }
    return lines
  })
}

async function drawnBy(
  browser: Browser,
  { path, adult = true }: { path: string; adult?: boolean },
  { width, colorScheme }: (typeof WINDOWS)[number],
  { linked }: { linked: boolean },
): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  if (adult) await context.addCookies([{ name: 'peach_adult', value: '1', url: base() }])
  const page = await context.newPage()
  // Pictures and the font come whenever they come.
  await page.route(/\/media\/|\.woff2$/, (route) => route.abort())
  if (!linked) await page.route(LINKED_SHEETS, (route) => route.abort())
  await page.goto(base() + path, { waitUntil: 'networkidle' })
  const lines = await drawn(page)
  await context.close()
  return lines
}

for (const { path, page: name, adult } of PAGES) {
  test(`the ${name} page${adult === false ? ', before the visitor’s age is known,' : ''} looks the same before its linked sheets arrive`, async ({
    browser,
  }) => {
    for (const window of WINDOWS) {
      const whole = await drawnBy(browser, { path, adult }, window, { linked: true })
      expect(whole.length).toBeGreaterThan(15)
      expect(await drawnBy(browser, { path, adult }, window, { linked: false }), `at ${window.width}`).toEqual(whole)
    }
  })
}

test('ROLE-01 the policy of a first page allows exactly the sheet that is in it', async ({ page }) => {
  const answer = await page.goto(base())
  const sheet = await page.locator('style').textContent()
  const hash = createHash('sha256').update(sheet!).digest('base64')
  expect(answer!.headers()['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
  await page.evaluate(() => {
    const other = document.createElement('style')
    other.textContent = 'h1 { color: rgb(1, 2, 3) }'
    document.head.append(other)
  })
  await expect(page.locator('h1')).not.toHaveCSS('color', 'rgb(1, 2, 3)')
})

test('people who are signed in, and phones that save data, link the sheets that they keep', async ({ browser }) => {
  const signedIn = await windowOf(browser, 'brian')
  const savesData = await browser.newContext({ extraHTTPHeaders: { 'save-data': 'on' } })
  for (const [context, path] of [
    [signedIn, '/public-feed'],
    [signedIn, '/terms'],
    [savesData, '/'],
    [savesData, '/terms'],
    [savesData, '/subscribe'],
  ] as const) {
    const page = await context.newPage()
    const answer = await page.goto(base() + path)
    await expect(page.locator('style')).toHaveCount(0)
    await expect(page.locator('link[rel=stylesheet]').first()).toHaveAttribute('href', /\/assets\/core-/)
    expect(answer!.headers()['content-security-policy']).toContain(`style-src 'self';`)
    expect(await page.evaluate(() => [...document.styleSheets].every((sheet) => sheet.cssRules.length > 0))).toBe(true)
  }
  await signedIn.close()
  await savesData.close()
})
