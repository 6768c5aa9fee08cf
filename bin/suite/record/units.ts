import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from './module-graph.ts'
import { reachOf } from './sources.ts'

/** Test files of vitest that bear a fingerprint: proofs, and whatever takes ten seconds or more. The others run each time. */
export function recordedTestFiles(root: string): string[] {
  const slow = JSON.parse(readFileSync(join(root, 'bin/suite/slow-files.json'), 'utf8')) as Record<string, number>
  const proofs = globSync('tests/proof/*.test.ts', { cwd: root })
  return [...new Set([...Object.keys(slow), ...proofs])].filter((file) => existsSync(join(root, file))).toSorted()
}

const CONFIG = 'vitest.config.ts'

/** The files that decide whether a test file passes. */
export function reachOfTestFile(file: string, project: Sources): string[] {
  const setup = file.endsWith('.db.test.ts') ? ['tests/support/global-setup.ts', 'tests/support/own-modules.ts'] : []
  // Of the settings what they say; the bugs that they can plant name half the product.
  return reachOf([file, CONFIG, ...setup], project, [CONFIG])
}

export function journeyFiles(root: string): string[] {
  return globSync('tests/e2e/*.spec.ts', { cwd: root }).toSorted()
}

/** The file whose tests are recorded one by one: each looks at one screen, whatever the others do. */
export const SCREENS_FILE = 'tests/e2e/pages.spec.ts'

const ROUTES = 'app/routes.ts'
/** Every journey runs the built server with demo data. */
const PRODUCT = [
  'tests/e2e/playwright.config.ts',
  'tests/e2e/build-test-data.ts',
  'bin/start.ts',
  'bin/build-if-stale.ts',
  'app/root.tsx',
  'app/entry.client.tsx',
  'app/entry.server.tsx',
  'vite.config.ts',
  'react-router.config.ts',
  ROUTES,
]

/**
 * Of a journey's file: everything that the product has. Given the routes that a screen's check visited, of these alone; what they have in
 * common with the server, its jobs and its demo data counts for each.
 */
export function reachOfJourney(file: string, project: Sources, routes?: readonly string[]): string[] {
  const served = [...project.paths].filter((path) => path.startsWith('public/'))
  const visited = (routes ?? []).flatMap((id) => [`app/${id}.tsx`, `app/${id}.ts`])
  return reachOf([file, ...PRODUCT, ...served, ...visited], project, routes ? [ROUTES] : [])
}
