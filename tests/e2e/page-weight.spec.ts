import { expect, test } from '@playwright/test'
import { overBudget, PAGE_BUDGETS, type PageWeight, weighPage } from '../support/page-weight.ts'

// A town that has just been built still cuts its smaller pictures, and larger ones stand in for them meanwhile.
const TOWN_AT_REST_MS = 150_000

for (const { name, path, status, budget } of PAGE_BUDGETS) {
  test(`the ${name} page weighs no more than its budget`, async ({ browser }) => {
    test.setTimeout(TOWN_AT_REST_MS + 30_000)
    let weight: PageWeight | undefined
    const excess = async () => {
      weight = await weighPage(browser, process.env.PEACH_URL!, path, status)
      return overBudget(weight, budget)
    }
    await expect.poll(excess, { timeout: TOWN_AT_REST_MS, intervals: [2_000, 5_000] }).toEqual([])
    expect(weight!.html, 'the page itself was weighed').toBeGreaterThan(1)
    expect(weight!.css, 'its styles were weighed').toBeGreaterThan(1)
    if (budget.js > 0) expect(weight!.js, 'its script was weighed').toBeGreaterThan(1)
  })
}
