import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from '../../bin/chromium.ts'

/** Beside the other reports of this run, or in the folder for manual runs. */
const REPORTS = process.env.PEACH_REPORTS ?? join(import.meta.dirname, '../../test-reports/by-hand')

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(REPORTS, 'journeys'),
  globalSetup: './start-town.ts',
  // Journeys mostly wait: for mails, the clock, or a phone's approval.
  workers: 3,
  fullyParallel: false,
  // One retry, counted in the summary, which allows one: on a busy machine a journey may time out; one that fails twice is broken.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: join(REPORTS, 'journeys.json') }]],
  use: {
    viewport: { width: 360, height: 800 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
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
