import type { Browser, CDPSession, Cookie } from '@playwright/test'

/** Kilobytes (1,000 bytes) as received over the network, headers included; `total` is everything that loads before anybody scrolls. */
export type PageWeight = {
  html: number
  css: number
  js: number
  aboveFold: number
  total: number
  files: { url: string; type: string; kilobytes: number }[]
}
export type Budget = Omit<PageWeight, 'files'>

/** A page of a wizard, whoever fills it in. */
export const WIZARD_BUDGET: Budget = { html: 14, css: 14, js: 140, aboveFold: 10, total: 185 }

/** The pages that a visitor opens first, each with its budget: for a phone on an expensive, slow connection. */
export const PAGE_BUDGETS: { name: string; path: string; status?: number; budget: Budget }[] = [
  { name: 'landing', path: '/', budget: { html: 14, css: 12, js: 0, aboveFold: 25, total: 55 } },
  { name: 'legal', path: '/terms', budget: { html: 14, css: 12, js: 0, aboveFold: 25, total: 55 } },
  { name: '404', path: '/no/such/page', status: 404, budget: { html: 14, css: 12, js: 0, aboveFold: 25, total: 55 } },
  { name: 'feed', path: '/public-feed', budget: { html: 18, css: 14, js: 130, aboveFold: 60, total: 230 } },
  { name: 'profile', path: '/amina_k', budget: { html: 18, css: 14, js: 130, aboveFold: 45, total: 215 } },
  { name: 'subscribe', path: '/subscribe', budget: { html: 14, css: 14, js: 125, aboveFold: 5, total: 165 } },
  {
    name: 'creator wizard',
    path: '/onboarding',
    budget: WIZARD_BUDGET,
  },
  {
    name: 'fan wizard',
    path: '/viewer-onboarding/email',
    budget: { html: 14, css: 14, js: 140, aboveFold: 10, total: 185 },
  },
]

/** What a fan with a pass opens, and both feeds for a phone that saves data, which get no script. `gal` needs the creator's id. */
export const FAN_BUDGETS: { name: string; path: string; savesData?: boolean; budget: Budget }[] = [
  { name: 'premium feed', path: '/unblocked-feed', budget: { html: 18, css: 14, js: 130, aboveFold: 60, total: 230 } },
  { name: 'opened creator', path: '/gal/', budget: { html: 18, css: 14, js: 130, aboveFold: 45, total: 215 } },
  {
    name: 'premium feed, saving data',
    path: '/unblocked-feed',
    savesData: true,
    budget: { html: 18, css: 14, js: 0, aboveFold: 60, total: 120 },
  },
  {
    name: 'feed, saving data',
    path: '/public-feed',
    savesData: true,
    budget: { html: 18, css: 14, js: 0, aboveFold: 60, total: 120 },
  },
]

const BEFORE_LIVE_MS = 1_200

type Loaded = { url: string; type: string; bytes: number }

/**
 * Opens a page as an adult's phone with an empty cache (a visitor's, unless `cookies` are given; `savesData`: with its data saver on) and weighs what arrives until it is idle.
 */
export async function weighPage(
  browser: Browser,
  origin: string,
  path: string,
  status = 200,
  cookies: Cookie[] = [],
  savesData = false,
): Promise<PageWeight> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    ...(savesData && { extraHTTPHeaders: { 'save-data': 'on' } }),
  })
  try {
    await context.addCookies([{ name: 'peach_adult', value: '1', url: origin }])
    await context.addCookies(cookies)
    const page = await context.newPage()
    const loaded = await record(await context.newCDPSession(page))
    // A page of a person connects for live news two seconds after it is at rest: what comes before that is its weight.
    const signedIn = cookies.length > 0
    const answer = await page.goto(origin + path, { waitUntil: signedIn ? 'load' : 'networkidle' })
    if (signedIn) await page.waitForTimeout(BEFORE_LIVE_MS)
    if (answer?.status() !== status) throw new Error(`${path} answered ${answer?.status()} instead of ${status}`)
    const visible = await page.evaluate(() =>
      Array.from(document.images)
        .filter((image) => image.getBoundingClientRect().top < innerHeight && image.getBoundingClientRect().height > 0)
        .map((image) => image.currentSrc),
    )
    return summed(loaded, new Set(visible))
  } finally {
    await context.close()
  }
}

async function record(session: CDPSession): Promise<Map<string, Loaded>> {
  const loaded = new Map<string, Loaded>()
  session.on('Network.responseReceived', (event) => {
    loaded.set(event.requestId, { url: event.response.url, type: event.type, bytes: 0 })
  })
  session.on('Network.loadingFinished', (event) => {
    const one = loaded.get(event.requestId)
    if (one) one.bytes = event.encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return loaded
}

function summed(loaded: Map<string, Loaded>, visible: Set<string>): PageWeight {
  const files = [...loaded.values()].filter((one) => !one.url.startsWith('data:'))
  const weigh = (counts: (one: Loaded) => boolean) =>
    files.filter(counts).reduce((sum, one) => sum + one.bytes, 0) / 1_000
  return {
    html: weigh((one) => one.type === 'Document'),
    css: weigh((one) => one.type === 'Stylesheet'),
    js: weigh((one) => one.type === 'Script'),
    aboveFold: weigh((one) => one.type === 'Image' && visible.has(one.url)),
    total: weigh(() => true),
    files: files.map(({ url, type, bytes }) => ({ url, type, kilobytes: bytes / 1_000 })),
  }
}

/** The violations of a page's budget, one line each. */
export function overBudget(weight: PageWeight, budget: Budget): string[] {
  const kinds = Object.keys(budget) as (keyof Budget)[]
  return kinds
    .filter((kind) => weight[kind] > budget[kind])
    .map((kind) => `${kind} weighs ${weight[kind].toFixed(1)} KB, the budget is ${budget[kind]} KB`)
}
