import { expect, test } from '@playwright/test'
import { applyAsFarAs } from './wizard-steps.ts'
import { base, newAddress } from './people.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'
import {
  FAN_BUDGETS,
  overBudget,
  PAGE_BUDGETS,
  type PageWeight,
  weighPage,
  WIZARD_BUDGET,
} from '../support/page-weight.ts'

// New demo data is still making its smaller pictures, and larger ones are sent meanwhile.
const DEMO_SETTLE_MS = 150_000

for (const { name, path, status, budget } of PAGE_BUDGETS) {
  test(`the ${name} page stays within its size budget`, async ({ browser }) => {
    test.setTimeout(DEMO_SETTLE_MS + 30_000)
    let weight: PageWeight | undefined
    const excess = async () => {
      weight = await weighPage(browser, process.env.PEACH_URL!, path, status)
      return overBudget(weight, budget)
    }
    await expect.poll(excess, { timeout: DEMO_SETTLE_MS, intervals: [2_000, 5_000] }).toEqual([])
    expect(weight!.html, 'the page itself was weighed').toBeGreaterThan(1)
    expect(weight!.css, 'its styles were weighed').toBeGreaterThan(1)
    if (budget.js > 0) expect(weight!.js, 'its script was weighed').toBeGreaterThan(1)
  })
}

test('FEED-08 what a fan with a pass opens stays within its size budget, and a phone that saves data gets no script', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const context = await windowOf(browser, 'brian')
  const cookies = await context.cookies()
  const page = await (await context.request.get(`${base()}/amina_k`)).text()
  const [, aminaId] = /\/creators\/([0-9a-f-]{36})\/follow/.exec(page)!
  await context.close()
  for (const { name, path, savesData, budget } of FAN_BUDGETS) {
    const weight = await weighPage(browser, base(), path === '/gal/' ? path + aminaId : path, 200, cookies, savesData)
    expect(overBudget(weight, budget), name).toEqual([])
    expect(weight.aboveFold, `${name}: its pictures were weighed`).toBeGreaterThan(1)
    if (!savesData) expect(weight.js, `${name}: its script was weighed`).toBeGreaterThan(1)
  }
})

test('ONB-C-01 each page of the creator wizard stays within its size budget', async ({ browser }) => {
  test.setTimeout(120_000)
  const context = await windowOfVisitor(browser)
  const page = await context.newPage()
  await applyAsFarAs(page, 'verification', newAddress('weighed'), {
    name: 'Weighed W',
    username: `weighed_${Math.random().toString(36).slice(2, 8)}`,
  })
  const cookies = await context.cookies()
  for (const step of ['profile', 'first-post', 'first-post?kind=video', 'prices', 'verification']) {
    const weight = await weighPage(browser, base(), `/onboarding/${step}`, 200, cookies)
    expect(overBudget(weight, WIZARD_BUDGET), step).toEqual([])
    expect(weight.js, `${step}: its script was weighed`).toBeGreaterThan(1)
  }
  await context.close()
})
