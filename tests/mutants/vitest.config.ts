import { defineConfig } from 'vitest/config'

/** The pure tests for Stryker, which plants one mutant after the other: those that neither start processes nor need a database. */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    isolate: false,
    css: { include: [/\?url$/] },
    include: ['app/**/*.test.ts'],
    exclude: ['**/*.db.test.ts', 'app/domain/media/{marks,picture-isolation}.test.ts', '**/sprite.test.ts'],
  },
})
