import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tests/support/slowest-first.ts'

const FILES = ['app', 'server', 'simulator', 'demo', 'bin']
  .map((folder) => `${folder}/**`)
  .concat('tests', 'tests/proof')
const WITH_DATABASE = FILES.map((folder) => `${folder}/*.db.test.ts`)

/** Modules that these replace (`vi.mock`) or whose state they change for good would stay so for the next file. */
const NEEDS_ISOLATION: string[] = []

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: 'forks',
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          include: WITH_DATABASE,
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        // Files of one worker share their modules: loading them again for each file took more than testing them.
        test: {
          name: 'pure',
          isolate: false,
          include: FILES.map((folder) => `${folder}/*.test.ts`),
          exclude: [...WITH_DATABASE, ...NEEDS_ISOLATION],
          globalSetup: ['bin/temporary-folder.ts'],
        },
      },
    ],
  },
})
