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
  // A second try is counted in the summary, which allows one: on a busy machine a journey may be too slow; one that fails twice is broken.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: join(REPORTS, 'journeys.json') }]],
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
