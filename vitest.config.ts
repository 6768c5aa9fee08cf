import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './bin/suite/slowest-first.ts'
import { plantLine } from './tests/support/plant-line.ts'

const FILES = ['app', 'server', 'simulator', 'demo', 'bin']
  .map((folder) => `${folder}/**`)
  .concat('tests', 'tests/proof')
const WITH_DATABASE = FILES.map((folder) => `${folder}/*.db.test.ts`)

/** Files that replace modules (`vi.mock`) or change their state for good: without isolation the next file would get the changed module. */
const NEEDS_ISOLATION: string[] = []

export default defineConfig({
  plugins: plantLine(import.meta.dirname),
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: 'forks',
    // Pages name their sheets by address; without this every address is empty, and React warns of each.
    css: { include: [/\?url$/] },
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Files of one worker share its process and the packages; our own modules are loaded anew for each, so that no clock, setting or pool
      // of one file reaches the next.
      {
        extends: true,
        test: {
          name: 'database',
          isolate: false,
          setupFiles: ['tests/support/own-modules.ts'],
          include: WITH_DATABASE,
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        // Files of one worker share their modules: loading them for each file took longer than the tests.
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
