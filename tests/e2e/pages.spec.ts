import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { dayOfRun, daysSince1970 } from '../../bin/day.ts'
import { VISITED } from '../../bin/suite/journey-report.ts'
import { base } from './people.ts'
import type { Screen, Who } from './screen.ts'
import { readTestData, SCREENS, windowFor } from './screens.ts'

const WIDTHS = [320, 768, 1280, 360] as const

/** One width per screen and day, in rotation, so that four days cover all; `PAGE_WIDTHS=all` checks all at once. */
function widthsFor(screen: Screen): readonly number[] {
  if (process.env.PAGE_WIDTHS === 'all') return WIDTHS
  return [WIDTHS[turnOf(screen) % WIDTHS.length]!]
}

const visits = new Set<string>()

/** Notes which addresses of pages a window opens: the record of what passed holds for these routes. */
function noteVisits(window: Pick<Page, 'on'>): void {
  window.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === base() && (request.resourceType() === 'document' || pathname.endsWith('.data'))) visits.add(pathname)
  })
}

test.beforeEach(() => visits.clear())
test.afterEach(() => {
  test.info().annotations.push({ type: VISITED, description: [...visits].join(' ') })
})

const THEMES = ['light', 'dark'] as const

/**
 * In which theme and width axe looks at a screen: one each day, in rotation. Colours on colours are checked in both themes by
 * app/ui/contrast.test.ts. `PAGE_WIDTHS=all` looks at all.
 */
function looksFor(screen: Screen): { theme: (typeof THEMES)[number]; width: number }[] {
  const widths = screen.main ? [360, 1280] : [360]
  const looks = widths.flatMap((width) => THEMES.map((theme) => ({ theme, width })))
  if (process.env.PAGE_WIDTHS === 'all') return looks
  return [looks[turnOf(screen) % looks.length]!]
}

/** Moves on by one each day, and begins elsewhere for each screen. */
function turnOf(screen: Screen): number {
  return Array.from(screen.name).reduce((sum, letter) => sum + letter.codePointAt(0)!, daysSince1970(dayOfRun()))
}

/** Goes through the widths; ends with a phone. */
async function atEachWidth(page: Page, screen: Screen, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of widthsFor(screen))
    await test.step(`at ${width}`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await look(width)
    })
  await page.setViewportSize({ width: 360, height: 800 })
}

test.beforeAll(() => {
  const which = process.env.PAGE_WIDTHS === 'all' ? 'at all widths' : `at one width each, that of day ${dayOfRun()}`
  console.log(`screens are checked ${which}`)
})
const PROOFS: Record<string, string> = {
  landing: 'LAND-01 ',
  'page not found': 'ROUTE-03 ',
  'profile not found': 'ROUTE-03 PROF-05 ',
  'profile by id': 'PROF-09 ',
  'profile for a pass holder': 'PROF-09 ',
  profile: 'PROF-01 ',
}

test.describe.configure({ mode: 'parallel' })

// The longest first, so that they don't delay the end.
const CHAINS = [
  ['newcomer', 'AUTH-03 SETUP-01 the screens of a newcomer, from the code to the profile,'],
  ['applicant', 'ONB-C-01 the screens of somebody who becomes a creator, from the profile to the review,'],
] as const

for (const [who, description] of CHAINS) {
  test(`${description} work in the day's theme and at the day's width`, async ({ browser }) => {
    test.setTimeout(240_000)
    const fixture = await readTestData(browser)
    const context = await windowFor(browser, who)
    const page = await context.newPage()
    noteVisits(page)
    for (const screen of SCREENS.filter((one) => one.who === who)) {
      await test.step(screen.name, async () => {
        const watch = watchOver(page, screen)
        await screen.go(page, fixture)
        await judge(page, screen, watch)
        watch.stop()
      })
    }
    await context.close()
  })
}

// First visits, and browsers in data-saving mode, use the system font.
for (const who of ['visitor', 'brian'] as const) {
  test(`the screens of ${who} fit their texts in the system font too`, async ({ browser }) => {
    test.setTimeout(120_000)
    const fixture = await readTestData(browser)
    const context = await windowFor(browser, who)
    await context.route('**/*.woff2', (route) => route.abort())
    const page = await context.newPage()
    noteVisits(page)
    for (const screen of SCREENS.filter((one) => one.who === who && one.main)) {
      await screen.go(page, fixture)
      await atEachWidth(page, screen, async (width) => {
        expect(await page.evaluate(spillingLabels), `${screen.name} at ${width}`).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          `${screen.name} at ${width}`,
        ).toBeLessThanOrEqual(0)
      })
    }
    await context.close()
  })
}

// The product uses no other origin, and no test browser may leave it.
for (const screen of SCREENS.filter(({ who }) => who !== 'newcomer' && who !== 'applicant')) {
  test(`${PROOFS[screen.name] ?? ''}the screen "${screen.name}" of ${screen.who} works in the day's theme and at the day's width`, async ({
    browser,
  }) => {
    test.setTimeout(90_000)
    const fixture = await readTestData(browser)
    const page = await pageFor(browser, screen.who)
    noteVisits(page)
    const watch = watchOver(page, screen)
    const answer = await screen.go(page, fixture)
    if (answer) expect(answer.status(), 'status').toBe(screen.status ?? 200)
    await judge(page, screen, watch)
    await (windows.has(screen.who) ? page.close() : page.context().close())
  })
}

const windows = new Map<Who, Promise<BrowserContext>>()

/**
 * A page in this worker's shared window of a signed-in person. A visitor gets a new window, since stored state could change the next
 * screen.
 */
async function pageFor(browser: Browser, who: Who): Promise<Page> {
  if (who === 'visitor' || who === 'stranger') return (await windowFor(browser, who)).newPage()
  const window = windows.get(who) ?? windowFor(browser, who)
  windows.set(who, window)
  return (await window).newPage()
}

type Watch = { wrong: string[]; scripts: string[]; stop(): void }

/** Collects what a page must never do while it is checked. */
function watchOver(page: Page, screen: Screen): Watch {
  const watch: Watch = { wrong: [], scripts: [], stop: () => {} }
  const asked = (request: { url(): string; resourceType(): string }) => {
    const url = request.url()
    if (request.resourceType() === 'script') watch.scripts.push(url)
    // The payment page is on another origin by design; only a page navigation may lead there.
    if (
      !url.startsWith('data:') &&
      !url.startsWith('blob:') &&
      new URL(url).origin !== base() &&
      request.resourceType() !== 'document' &&
      !url.includes('/hosted/')
    ) {
      watch.wrong.push(`asks ${url}`)
    }
  }
  const said = (message: { type(): string; text(): string; location(): { url: string } }) => {
    if (message.type() !== 'error' && !/Content Security Policy/i.test(message.text())) return
    // The browser reports a page's own status of 400 or more as an error; here it is expected.
    if (
      /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text()) &&
      isOwnDocument(message.location().url, page, screen)
    )
      return
    watch.wrong.push(`console: ${message.text()} (${message.location().url})`)
  }
  const broke = (error: Error) => watch.wrong.push(`script: ${error.message}`)
  page.on('request', asked).on('console', said).on('pageerror', broke)
  watch.stop = () => void page.off('request', asked).off('console', said).off('pageerror', broke)
  return watch
}

function isOwnDocument(url: string, page: Page, screen: Screen): boolean {
  const pathOf = (address: string) => new URL(address).pathname.replace(/\.data$/, '')
  return pathOf(url) === pathOf(page.url()) || screen.status === 404
}

async function judge(page: Page, screen: Screen, watch: Watch): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await expect(page).toHaveTitle(screen.title)
  const found = await page.evaluate(readPage)
  expect(found.headings, 'exactly one h1').toBe(1)
  expect(found.language).toBe('en')
  expect(found.unsizedImages, 'every image has width and height').toEqual([])
  expect(found.eagerImages.length, `one eager image at most, not ${found.eagerImages.join(', ')}`).toBeLessThanOrEqual(
    1,
  )
  expect(found.inlineStyles, 'no inline style').toEqual([])
  expect(found.frames, 'no page in the page').toBe(0)
  expect(found.robots?.includes('noindex') ?? false, 'noindex').toBe(screen.own ?? false)
  if (screen.still) expect([...watch.scripts, ...found.scripts], 'no script').toEqual([])

  await expectToastBesideActions(page, screen)
  for (const { theme, width } of looksFor(screen)) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(glidingOnes), 'with reduced motion nothing is animated').toEqual([])
    await expectNoAxeFindings(page, `${theme} at ${width}`)
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await atEachWidth(page, screen, async (width) => {
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, `pixels too wide at ${width}`).toBeLessThanOrEqual(0)
    expect(await page.evaluate(spillingLabels), `labels that leave their box at ${width}`).toEqual([])
  })
  await judgeZoom(page, screen)
  expect(await page.evaluate(smallTargets), 'touch targets of at least 44 by 44').toEqual([])
  expect(watch.wrong).toEqual([])
}

/** A toast is shown as long as it covers no action at the foot of the page, on a phone and on a wide screen. */
async function expectToastBesideActions(page: Page, screen: Screen): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(actionsUnderToast), `${screen.name}: actions under the toast at ${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 800 })
}

function actionsUnderToast(): string[] {
  const toast = document.querySelector('.toast-region')
  if (!toast) return []
  // The region of a page without a message has its place too: two lines of text are 64 px high.
  const { left, right, bottom, height } = toast.getBoundingClientRect()
  const top = bottom - Math.max(height, 64)
  return [...document.querySelectorAll<HTMLElement>('.sticky-foot :is(a, button), [data-at-foot], .bottom-bar')]
    .filter((action) => action.checkVisibility())
    .filter((action) => {
      const box = action.getBoundingClientRect()
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top
    })
    .map((action) => action.textContent.trim())
}

/** Whether the place of toasts ends in the window, also where nothing is said now. */
function toastIsInView(): boolean {
  const toast = document.querySelector('.toast-region')
  if (!toast) return true
  const { bottom } = toast.getBoundingClientRect()
  return bottom > 64 && bottom <= window.innerHeight
}

/** A desktop of 1280 by 1024 at 400 %, and a phone whose owner set text to 200 %. */
async function judgeZoom(page: Page, screen: Screen): Promise<void> {
  await test.step('at 400 %', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await page.evaluate(beyondTheEdge), `${screen.name}: beyond the edge at 400 %`).toEqual([])
    expect(await page.evaluate(stickingShare), `${screen.name}: of the height that bars cover`).toBeLessThanOrEqual(0.3)
    expect(await page.evaluate(toastIsInView), `${screen.name}: a toast is in view at 400 %`).toBe(true)
    await page.setViewportSize({ width: 360, height: 800 })
  })
  for (const percent of [150, 200])
    await test.step(`a root that is scaled to ${percent} %`, async () => {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`)
      await expectLargeTextFits(page, `${screen.name} with a root of ${percent} %`)
      await page.evaluate(() => document.documentElement.removeAttribute('style'))
    })
  await test.step('text at 200 %', async () => {
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    await expectLargeTextFits(page, `${screen.name} with text at 200 %`)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
    await browser.detach()
  })
}

async function expectLargeTextFits(page: Page, when: string): Promise<void> {
  expect(await page.evaluate(beyondTheEdge), `${when}: beyond the edge`).toEqual([])
  expect(await page.evaluate(clippedTexts), `${when}: texts that are cut off`).toEqual([])
  expect(await page.evaluate(brokenWords), `${when}: words and sums that are broken`).toEqual([])
}

/** Words and numbers on two lines that would fit on one. */
function brokenWords(): string[] {
  const broken: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!
    if (!parent.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
    if (parent.closest('.visually-hidden, [aria-hidden=true], script, style, option')) continue
    for (const { 0: token, index: start } of node.textContent!.matchAll(/\S+/g)) {
      // An email or an address may be longer than a line.
      if (/[@/_]|\w\.\w/.test(token)) continue
      for (const { 0: word, index } of token.matchAll(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu)) {
        const range = document.createRange()
        range.setStart(node, start + index)
        range.setEnd(node, start + index + word.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        const width = lines.reduce((sum, line) => sum + line.width, 0)
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1 && width < window.innerWidth * 0.8)
          broken.push(`${word} in ${parent.className || parent.tagName} in ${parent.parentElement!.className}`)
      }
    }
  }
  return broken
}

/** The elements, or texts that leave their elements, that make a page scroll sideways. */
function beyondTheEdge(): string[] {
  const width = document.documentElement.clientWidth
  const wider = document.documentElement.scrollWidth - width
  if (wider <= 0) return []
  const beyond = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    if (element.getBoundingClientRect().right <= width + 0.5 || !element.checkVisibility()) return false
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible') return false
    return true
  })
  const named = beyond
    .slice(-6)
    .map(
      (element) =>
        `${Math.round(element.getBoundingClientRect().right - width)} px: ${element.tagName.toLowerCase()}.${element.className} in .${element.parentElement!.className}`,
    )
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(node)
    const over = Math.round(range.getBoundingClientRect().right - width)
    const { parentElement } = node
    if (over > 0 && over <= wider && parentElement!.checkVisibility())
      named.push(`${over} px: "${node.textContent!.trim()}"`)
  }
  return named.length > 0 ? named : [`${wider} px wider than the window`]
}

/** The part of the window that elements cover which stay while the page scrolls; an open dialog is what the person reads. */
function stickingShare(): number {
  let covered = 0
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { position } = getComputedStyle(element)
    if ((position !== 'fixed' && position !== 'sticky') || element.closest('dialog, .toast-region, .scrim')) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { top, bottom, width } = element.getBoundingClientRect()
    if (width < window.innerWidth / 2) continue
    covered += Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0))
  }
  return covered / window.innerHeight
}

/** Texts in boxes that hide what doesn't fit, other than those that shorten on purpose with an ellipsis or a number of lines. */
function clippedTexts(): string[] {
  const scrollsWithin = (inner: Element, outer: Element): boolean => {
    for (let around: Element | null = inner; around && around !== outer; around = around.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(around).overflowX)) return true
    return false
  }
  const clipped: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('main *, header *, footer *, nav *')) {
    const style = getComputedStyle(element)
    if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue
    if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue
    if (element.closest('.visually-hidden, [aria-hidden=true]') || !element.checkVisibility()) continue
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!
      if (
        !node.textContent!.trim() ||
        !parent.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      )
        continue
      if (parent.closest('.visually-hidden, [aria-hidden=true], option') || scrollsWithin(parent, element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const inner = range.getBoundingClientRect()
      if (inner.width > 0 && (inner.right > box.right + 1 || inner.bottom > box.bottom + 1))
        clipped.push(
          `${Math.round(inner.right - box.right)}, ${Math.round(inner.bottom - box.bottom)} px: ${node.textContent!.trim().slice(0, 40)} in ${element.className}`,
        )
    }
  }
  return [...new Set(clipped)]
}

async function expectNoAxeFindings(page: Page, when: string): Promise<void> {
  // No page has frames, and only for frames axe opens a second tab each time. Passed checks are not listed: listing their elements costs
  // more than the check. Its half a megabyte of script is sent to a page once.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const said = serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
  )
  expect(said, `axe, ${when}`).toEqual([])
}

/** Stops the exit animation of a toast, so that it is checked as people read it; returns what is animated between the themes. */
function glidingOnes(): string[] {
  for (const one of document.getAnimations())
    if (one instanceof CSSAnimation && one.animationName === 'toast-leave') {
      one.currentTime = 0
      one.pause()
    }
  return document.getAnimations().flatMap((one) => {
    if (!(one instanceof CSSTransition)) return []
    const { target } = one.effect as KeyframeEffect
    // The browser updates no styles in what it does not render (content-visibility), so there a change that began before may stand still.
    if (!target?.checkVisibility({ contentVisibilityAuto: true })) return []
    return [`${one.transitionProperty} of ${target.outerHTML.slice(0, 80)}`]
  })
}

function readPage() {
  const images = [...document.querySelectorAll('img')]
  return {
    headings: document.querySelectorAll('h1').length,
    language: document.documentElement.lang,
    robots: document.querySelector('meta[name=robots]')?.getAttribute('content') ?? null,
    unsizedImages: images
      .filter((image) => !image.getAttribute('width') || !image.getAttribute('height'))
      .map((image) => image.src),
    eagerImages: images
      .filter((image) => image.loading !== 'lazy' && !image.src.startsWith('data:'))
      .map((image) => image.currentSrc || image.src),
    scripts: [...document.scripts].map((script) => script.src || script.textContent.slice(0, 40)),
    frames: document.querySelectorAll('iframe, frame, object, embed').length,
    inlineStyles: [...document.querySelectorAll('[style]:not([style=""])')].map((element) =>
      element.outerHTML.slice(0, 120),
    ),
  }
}

/** Texts that overflow the button, chip or tile around them. */
function spillingLabels(): string[] {
  const spilling: string[] = []
  for (const box of document.querySelectorAll(
    '.button, .chip, .segmented > *, .action-tiles > *, .bottom-bar a, .filter-chip, .card, .option',
  )) {
    const outer = box.getBoundingClientRect()
    if (outer.width === 0 || !box.checkVisibility({ visibilityProperty: true })) continue
    const message = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    for (let node = message.nextNode(); node; node = message.nextNode()) {
      if (!node.textContent!.trim() || node.parentElement!.closest('.visually-hidden, .post-strip, summary')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const inner = range.getBoundingClientRect()
      if (inner.width > 0 && (inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5))
        spilling.push(`${Math.round(inner.right - outer.right)} px: ${node.textContent} in ${box.className}`)
    }
  }
  return spilling
}

/**
 * Touch targets smaller than 44 by 44 px. Exempt: links within a sentence or a document, the demo notice, the links of an error summary (40
 * px high, two lines), and what is hidden until focused.
 */
function smallTargets(): string[] {
  const small: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary',
  )) {
    if (element.closest('.demo-strip, .error-summary, .skip-link, .scrim, [inert], [aria-hidden=true]')) continue
    const open = document.querySelector('dialog[open]')
    if (open && !open.contains(element)) continue
    let box = element.getBoundingClientRect()
    // A radio or checkbox is pressed through its label.
    const label =
      element instanceof HTMLInputElement && ['radio', 'checkbox', 'file'].includes(element.type)
        ? element.labels?.[0]
        : null
    if (label) box = label.getBoundingClientRect()
    if (box.width === 0 || box.height === 0 || !element.checkVisibility({ visibilityProperty: true })) continue
    const parent = element.parentElement!
    const inText =
      element instanceof HTMLAnchorElement &&
      getComputedStyle(element).display.startsWith('inline') &&
      [...parent.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim().length > 1)
    if (inText) continue
    if (box.width < 43.5 || box.height < 43.5)
      small.push(`${Math.round(box.width)}x${Math.round(box.height)} ${element.outerHTML.slice(0, 140)}`)
  }
  return small
}
