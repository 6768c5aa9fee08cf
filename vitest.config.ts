import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'app/**/*.test.ts',
      'server/**/*.test.ts',
      'simulator/**/*.test.ts',
      'demo/**/*.test.ts',
      'bin/**/*.test.ts',
      'tests/*.test.ts',
      'tests/proof/*.test.ts',
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: 'forks',
  },
})
