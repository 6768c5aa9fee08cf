import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from '../../bin/chromium.ts'

/** In the folder of this run's reports; without one, in the folder for journeys that are run by hand. */
const REPORTS = process.env.PEACH_REPORTS ?? join(import.meta.dirname, '../../test-reports/by-hand')

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(REPORTS, 'journeys'),
  globalSetup: './start-test-server.ts',
  // Journeys mostly wait: for mails, for clocks, for a phone's approval.
  workers: 3,
  fullyParallel: false,
  // `npm test` runs what failed once more, alone, and says so.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [
    ['list'],
    ['json', { outputFile: join(REPORTS, process.env.PEACH_PROGRESS === '1' ? 'journeys.json' : 'again.json') }],
    ['../../bin/suite/journey-progress.ts'],
  ],
  use: {
    viewport: { width: 360, height: 800 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Requests of a service worker are not seen by `route`; worker.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
