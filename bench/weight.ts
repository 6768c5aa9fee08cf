import { chromium } from '@playwright/test'
import type { Browser, Cookie } from '@playwright/test'
import { FAN_BUDGETS, overBudget, PAGE_BUDGETS, type PageWeight, weighPage } from '#tests/support/page-weight.ts'
import { CHROMIUM, chromiumLacks } from '../bin/chromium.ts'
import type { Bench, Figure } from './figure.ts'
import { type Fixture, withFixture } from './demo-server.ts'
import { signIn } from './sign-in.ts'

/** Slow 4G as Lighthouse has it, and a phone with a quarter of this processor. */
const SLOW_4G = { latency: 150, downloadThroughput: (1.6 * 1_000_000) / 8, uploadThroughput: (750 * 1_000) / 8 }
const SLOWER = 4
/** The largest paint, in ms. */
const PAINTED: { name: string; path: string; within: number }[] = [
  { name: 'landing', path: '/', within: 1_800 },
  { name: 'feed', path: '/public-feed', within: 2_400 },
  { name: 'profile', path: '/amina_k', within: 2_400 },
  { name: 'subscribe', path: '/subscribe', within: 2_400 },
]
const TIMES = 5

/** The weight of pages on a phone with an empty cache, with the limits of `tests/e2e/page-weight.spec.ts`, and when they are painted. */
export const weight: Bench = {
  name: 'weight',
  description:
    'bytes of each page by kind against its budget, and the first and the largest paint on slow 4G with a quarter of the processor',
  needs: 'about 300 MB of disk and 4 minutes',
  lacks: () => {
    const remedy = chromiumLacks()
    return remedy && `Chromium is missing: ${remedy}`
  },
  // Bytes don't vary: one round is enough.
  run: () =>
    withFixture(async (fixture) => {
      const { product } = fixture
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
      try {
        const figures: Figure[] = []
        for (const { name, path, status, budget } of PAGE_BUDGETS)
          figures.push(...against(name, await weighPage(browser, product.url, path, status), budget))
        const { cookies, aminaId } = await asBrian(fixture)
        for (const { name, path, savesData, budget } of FAN_BUDGETS) {
          const whole = path === '/gal/' ? path + aminaId : path
          figures.push(...against(name, await weighPage(browser, product.url, whole, 200, cookies, savesData), budget))
        }
        for (const { name, path, within } of PAINTED) {
          const paints: Paints[] = []
          for (let time = 0; time < TIMES; time += 1) paints.push(await readPaints(browser, product.url + path))
          figures.push(
            { name: `${name}, first paint`, unit: 'ms', values: paints.map(({ first }) => first), target: null },
            {
              name: `${name}, largest paint`,
              unit: 'ms',
              values: paints.map(({ largest }) => largest),
              target: { max: within },
            },
          )
        }
        return figures
      } finally {
        await browser.close()
      }
    }),
}

function against(name: string, weighed: PageWeight, budget: (typeof PAGE_BUDGETS)[number]['budget']): Figure[] {
  for (const line of overBudget(weighed, budget)) console.log(`${name}: ${line}`)
  return (['html', 'css', 'js', 'aboveFold', 'total'] as const).map((kind) => ({
    name: `${name}, ${kind}`,
    unit: 'KB',
    values: [weighed[kind]],
    target: { max: budget[kind] },
  }))
}

async function asBrian({ product, owner }: Fixture): Promise<{ cookies: Cookie[]; aminaId: string }> {
  const cookie = await signIn(product.url, 'brian@demo.peach.example')
  const cookies = cookie.split('; ').map((pair) => {
    const [name, ...value] = pair.split('=')
    return { name: name!, value: value.join('='), url: product.url } as unknown as Cookie
  })
  const { rows } = await owner.query<{ id: string }>("select id from profiles where username = 'amina_k'")
  return { cookies, aminaId: rows[0]!.id }
}

/** When the first and the largest thing of the first screen were painted, in ms after the request. */
type Paints = { first: number; largest: number }

/** As an adult's phone with an empty cache. */
async function readPaints(browser: Browser, url: string): Promise<Paints> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  })
  try {
    await context.addCookies([{ name: 'peach_adult', value: '1', url: new URL(url).origin }])
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate(
      () =>
        new Promise<Paints>((resolve) => {
          new PerformanceObserver((list) =>
            resolve({
              first: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
              largest: list.getEntries().at(-1)!.startTime,
            }),
          ).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
  } finally {
    await context.close()
  }
}
