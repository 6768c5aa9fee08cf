import { chromium } from '@playwright/test'
import { overBudget, PAGE_BUDGETS, weighPage } from '#tests/support/page-weight.ts'
import { CHROMIUM, chromiumLacks } from '../bin/chromium.ts'
import type { Bench, Figure } from './figure.ts'
import { withFixture } from './demo-server.ts'

/** The weight of the public pages on a phone with an empty cache, with the limits of `tests/e2e/page-weight.spec.ts`. */
export const weight: Bench = {
  name: 'weight',
  description: 'bytes of each public page by kind, against its budget',
  needs: 'about 300 MB of disk and 2 minutes',
  lacks: () => {
    const remedy = chromiumLacks()
    return remedy && `Chromium is missing: ${remedy}`
  },
  // Bytes don't vary: one round is enough.
  run: () =>
    withFixture(async ({ product }) => {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
      try {
        const figures: Figure[] = []
        for (const { name, path, status, budget } of PAGE_BUDGETS) {
          const weighed = await weighPage(browser, product.url, path, status)
          for (const kind of ['html', 'css', 'js', 'aboveFold', 'total'] as const) {
            figures.push({
              name: `${name}, ${kind}`,
              unit: 'KB',
              values: [weighed[kind]],
              target: { max: budget[kind] },
            })
          }
          for (const line of overBudget(weighed, budget)) console.log(`${name}: ${line}`)
        }
        return figures
      } finally {
        await browser.close()
      }
    }),
}
