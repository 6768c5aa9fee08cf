import { defineConfig } from '@playwright/test'
import { CHROMIUM } from '../../bin/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: './.results',
  globalSetup: './start-town.ts',
  // Journeys wait more than they work: for mails, for clocks, for a phone's approval.
  workers: 3,
  fullyParallel: false,
  // A second try, told in the summary: a journey on a crowded machine may miss a moment; one that fails twice is broken.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: './.results/report.json' }]],
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
