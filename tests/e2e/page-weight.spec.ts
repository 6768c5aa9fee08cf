import { expect, test } from '@playwright/test'
import { overBudget, PAGE_BUDGETS, weighPage } from '../support/page-weight.ts'

for (const { name, path, status, budget } of PAGE_BUDGETS) {
  test(`the ${name} page weighs no more than its budget`, async ({ browser }) => {
    const weight = await weighPage(browser, process.env.PEACH_URL!, path, status)
    expect(weight.html, 'the page itself was weighed').toBeGreaterThan(1)
    expect(weight.css, 'its styles were weighed').toBeGreaterThan(1)
    if (budget.js > 0) expect(weight.js, 'its script was weighed').toBeGreaterThan(1)
    expect(overBudget(weight, budget)).toEqual([])
  })
}
