import { defineConfig } from 'vitest/config'
import { plantLine } from './tests/support/plant-line.ts'
import { SlowestFirst } from './tests/support/slowest-first.ts'

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
      // Each file has its own modules: with shared ones (two minutes less of a run) a moved clock or a kept setting reached the next file.
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
