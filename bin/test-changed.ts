/**
 * `npm run test:changed`: for quick feedback, runs the checks and the tests that reach what has changed since this branch left `main` (on
 * `main`: since the last commit). It runs neither journeys nor the long proofs; `npm test` runs everything.
 */
import { execFileSync } from 'node:child_process'
import { ROOT, run } from './run.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function whereBranchBegan(): string {
  for (const main of ['main', 'origin/main'])
    try {
      return git('merge-base', main, 'HEAD')
    } catch {
      // The branch does not exist here.
    }
  return 'HEAD'
}

useTemporaryFolder()
const base = whereBranchBegan()
const changed = new Set([
  ...git('diff', '--name-only', base).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
])
changed.delete('')
console.log(`${changed.size} files changed since ${base.slice(0, 9)}`)
if ([...changed].some((file) => file.startsWith('db/migrations/')))
  console.log('A migration can affect every test with a database: npm test runs them all.')

const checks = await run('node', ['bin/check.ts'], { show: true })
const tests = await run(
  'vitest',
  ['run', '--changed', base, '--passWithNoTests', '--exclude', 'tests/proof/**', '--exclude', '**/video.db.test.ts'],
  { show: true },
)
process.exitCode = checks.code === 0 && tests.code === 0 ? 0 : 1
