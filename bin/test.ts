/**
 * `npm test`: the checks, then every test: pure and database (on the embedded PostgreSQL, then the rooms that lean on it most again on the system's 15), and the browser
 * journeys against the built server. What the machine lacks is named and counted as skipped; with CI=true that fails.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildIfStale } from './build-if-stale.ts'
import { chromiumLacks } from './chromium.ts'
import { type Ran, ROOT, run } from './run.ts'
import { startSystemPostgres } from './system-postgres.ts'

/** `failures`: what failed, by name, with the first line of why. */
type Count = { passed: number; failed: number; skipped: number; failures?: string[] }

const total = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const lacking: string[] = []
const RESULTS = join(ROOT, 'tests', 'e2e', '.results')
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

function add(name: string, count: Count): void {
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  failures.push(...(count.failures ?? []).map((failure) => `${name}: ${failure}`))
  console.log(`\n== ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
}

function lack(what: string, remedy: string, tests: number): void {
  lacking.push(`${what} is missing: ${remedy}; ${tests} tests skipped`)
  add(what, { passed: 0, failed: 0, skipped: tests })
}

async function runChecks(): Promise<void> {
  const ran = await run('node', ['bin/check.ts'], { show: true })
  const lines = ran.output.split('\n')
  const failed = lines.filter((line) => line.startsWith('FAILED '))
  add('checks', {
    passed: lines.filter((line) => line.startsWith('ok ')).length,
    failed: Math.max(failed.length, ran.code === 0 ? 0 : 1),
    skipped: 0,
    failures: failed,
  })
}

async function runVitest(name: string, filters: string[], env: Record<string, string> = {}): Promise<Count> {
  const report = join(RESULTS, `${name.replaceAll(/\W+/g, '-')}.json`)
  const ran = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters],
    { show: true, env },
  )
  return countVitest(report, ran.code)
}

function countVitest(report: string, code: number): Count {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: ['no report'] }
  const json = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: {
      name: string
      status: string
      message: string
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
    }[]
  }
  const named = json.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((one) => one.status === 'failed')
    // A file that fails before its first test counts as a failure too.
    if (file.status === 'failed' && tests.length === 0)
      return [`${relative(ROOT, file.name)}: ${firstLine(file.message)}`]
    return tests.map((one) => `${relative(ROOT, file.name)}: ${one.fullName}: ${firstLine(one.failureMessages[0])}`)
  })
  // An error outside every test ends the run as failed and stands in no result.
  if (named.length === 0 && code !== 0) named.push('an error outside the tests; it stands above')
  return {
    passed: json.numPassedTests,
    failed: Math.max(json.numFailedTests, named.length),
    skipped: json.numPendingTests + json.numTodoTests,
    failures: named,
  }
}

function firstLine(text = ''): string {
  return text.trim().split('\n', 1)[0]!
}

/** Where the database does more than keep rows: functions, locks, triggers, sums. The rest is the same SQL on any version. */
const ON_BOTH_VERSIONS = [
  'ledger',
  'purchases',
  'wallet',
  'earnings',
  'shares',
  'payouts',
  'refunds',
  'audit',
  'identity',
  'privacy',
].map((room) => `app/domain/${room}/`)

async function runOnSystemPostgres(like: Count): Promise<void> {
  const system = await startSystemPostgres()
  if (!system) return lack('PostgreSQL 15 of the system', 'apt-get install postgresql-15', like.passed)
  try {
    add(
      'tests on the system PostgreSQL',
      await runVitest('system postgres', ON_BOTH_VERSIONS, { TEST_DATABASE_URL: system.url }),
    )
  } finally {
    await system.stop()
  }
}

async function runJourneys(town: Promise<Ran>): Promise<void> {
  const config = ['--config', 'tests/e2e/playwright.config.ts']
  const remedy = chromiumLacks()
  if (remedy) {
    const listed = await run('playwright', ['test', '--list', ...config])
    return lack('Chromium', remedy, Number(/Total: (\d+) tests?/.exec(listed.output)?.[1] ?? 1))
  }
  const built = await town
  if (built.code !== 0) {
    console.error(built.output)
    return add('browser journeys', { passed: 0, failed: 1, skipped: 0 })
  }
  const folder = built.output.trim().split('\n').at(-1)!
  const ran = await run('playwright', ['test', ...config], { show: true, env: { PEACH_TOWN: folder } })
  rmSync(folder, { recursive: true, force: true })
  const report = join(RESULTS, 'report.json')
  if (!existsSync(report)) return add('browser journeys', { passed: 0, failed: 1, skipped: 0 })
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as {
    suites: Suite[]
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.flaky > 0) console.log(`${stats.flaky} journeys passed only at their second try; they are named above`)
  add('browser journeys', {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, ran.code === 0 ? 0 : 1),
    skipped: stats.skipped,
    failures: suites.flatMap(listFailedJourneys),
  })
}

type Suite = { file: string; specs: { title: string; ok: boolean }[]; suites?: Suite[] }

function listFailedJourneys(suite: Suite): string[] {
  const own = suite.specs.filter((spec) => !spec.ok).map((spec) => `${suite.file}: ${spec.title}`)
  return [...own, ...(suite.suites ?? []).flatMap(listFailedJourneys)]
}

buildIfStale()
await runChecks()
// Painting and cutting the pictures of a town takes minutes of one processor: behind and beside the other tests.
const town = run('node', ['tests/e2e/build-town.ts'])
const vitest = await runVitest('unit and database', [])
add('unit and database tests', vitest)
await runOnSystemPostgres(vitest)
await runJourneys(town)
for (const tool of ['ffmpeg', 'bwrap'])
  if (!(process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, tool))))
    console.log(`${tool} is missing: apt-get install ffmpeg bubblewrap; the tests of videos are skipped`)
for (const line of lacking) console.log(line)
if (process.env.CI === 'true' && total.skipped > 0) {
  console.log('Skipped tests are a failure where CI=true.')
  process.exitCode = 1
}
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
// Last, where whoever reads only the end of a long output finds them.
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
