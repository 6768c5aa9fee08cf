import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tests/support/slowest-first.ts'

const FILES = ['app', 'server', 'simulator', 'demo', 'bin']
  .map((folder) => `${folder}/**`)
  .concat('tests', 'tests/proof')
const WITH_DATABASE = FILES.map((folder) => `${folder}/*.db.test.ts`)

/** Files that replace modules (`vi.mock`), or count what a fresh process does: they share no modules with other files. */
const NEEDS_ISOLATION = [
  'tests/authorization.db.test.ts',
  'tests/proof/leak-plants.db.test.ts',
  'server/entry.db.test.ts',
  'app/platform/prepared.db.test.ts',
]

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: 'forks',
    // Pages name their sheets by address; without this every address is empty, and React warns of each.
    css: { include: [/\?url$/] },
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Files of one worker share their modules: loading them for each file takes two minutes of a run, of pure tests longer than the tests.
      {
        extends: true,
        test: {
          name: 'database',
          isolate: false,
          include: WITH_DATABASE,
          exclude: NEEDS_ISOLATION,
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: NEEDS_ISOLATION, globalSetup: ['tests/support/global-setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          isolate: false,
          include: FILES.map((folder) => `${folder}/*.test.ts`),
          exclude: WITH_DATABASE,
          globalSetup: ['bin/temporary-folder.ts'],
        },
      },
    ],
  },
})
