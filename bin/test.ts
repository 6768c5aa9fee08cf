/**
 * `npm test`: runs the checks, then every test: pure and database tests (on the embedded PostgreSQL, and if `db/` has changed, the money
 * modules again on the system's 15), and the browser journeys against the built server. Tools that the machine lacks are named and counted
 * as skipped; with CI=true that fails. `SHARD=1/3` runs one part of three, the checks with the first. Reports are kept in `test-reports/`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfStale } from './build-if-stale.ts'
import { chromiumLacks } from './chromium.ts'
import { dayOfRun } from './day.ts'
import { countJourneys, type JourneyReport } from './journey-report.ts'
import { makeReportFolder, markAsLatest } from './reports.ts'
import { type Ran, run } from './run.ts'
import { heldOn, ON_BOTH_VERSIONS } from './second-postgres.ts'
import { startSystemPostgres, systemPostgresVersion } from './system-postgres.ts'
import { useTemporaryFolder } from './temporary-folder.ts'
import { type Count, countVitest } from './vitest-report.ts'

const SHARD = process.env.SHARD ?? ''
const [, shard, shards] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(SHARD) ?? []
if (SHARD !== '' && !(Number(shard) <= Number(shards))) {
  console.error(`SHARD=${SHARD} is not a valid part; SHARD=1/3 is the first of three`)
  process.exit(2)
}
const SHARD_ARGS = SHARD === '' ? [] : [`--shard=${SHARD}`]

useTemporaryFolder()
// One day for all parts, also in a run that continues past midnight.
process.env.TEST_DAY = String(dayOfRun())
const reports = makeReportFolder(SHARD === '' ? 'test' : `test-${shard}-of-${shards}`)
process.env.PEACH_REPORTS = reports
console.log(
  `Seed of the day: ${process.env.TEST_DAY} (TEST_DAY=${process.env.TEST_DAY} repeats it): which histories run, and at which of four widths the screens are checked.`,
)

const total = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const lacking: string[] = []

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
  const report = join(reports, `${name}.json`)
  const ran = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...SHARD_ARGS, ...filters],
    { show: true, env },
  )
  return countVitest(report, ran.code)
}

async function runOnSystemPostgres(like: Count): Promise<void> {
  const version = systemPostgresVersion()
  if (version !== null && heldOn(version)) {
    console.log(`db/ is as it was when its tests held on PostgreSQL ${version}; npm run prove runs them again.`)
    return
  }
  const system = await startSystemPostgres()
  if (!system) return lack('PostgreSQL 15 of the system', 'apt-get install postgresql-15', like.passed)
  try {
    add(
      `tests on PostgreSQL ${version}, because db/ has changed`,
      await runVitest('system-postgres', ['--project', 'database', ...ON_BOTH_VERSIONS], {
        TEST_DATABASE_URL: system.url,
      }),
    )
  } finally {
    await system.stop()
  }
}

async function runJourneys(fixture: Promise<Ran>): Promise<void> {
  const config = ['--config', 'tests/e2e/playwright.config.ts']
  const remedy = chromiumLacks()
  if (remedy) {
    const listed = await run('playwright', ['test', '--list', ...SHARD_ARGS, ...config])
    return lack('Chromium', remedy, Number(/Total: (\d+) tests?/.exec(listed.output)?.[1] ?? 1))
  }
  const built = await fixture
  if (built.code !== 0) {
    console.error(built.output)
    return add('browser journeys', { passed: 0, failed: 1, skipped: 0 })
  }
  const [summary, folder] = built.output.trim().split('\n').slice(-2) as [string, string]
  console.log(summary)
  const ran = await run('playwright', ['test', ...SHARD_ARGS, ...config], {
    show: true,
    env: { PEACH_TEST_DATA: folder },
  })
  rmSync(folder, { recursive: true, force: true })
  const report = join(reports, 'journeys.json')
  if (!existsSync(report)) return add('browser journeys', { passed: 0, failed: 1, skipped: 0 })
  const count = countJourneys(JSON.parse(readFileSync(report, 'utf8')) as JourneyReport, ran.code)
  console.log(
    `${count.retried.length} journeys passed only at their second try${count.retried.map((one) => `\n  ${one}`).join('')}`,
  )
  add('browser journeys', count)
}

buildIfStale()
if (SHARD === '' || shard === '1') await runChecks()
// Making the demo data takes minutes of one processor if it isn't cached: behind and beside the other tests.
const fixture = run('node', ['tests/e2e/build-test-data.ts'])
const vitest = await runVitest('unit-and-database', [])
add('unit and database tests', vitest)
await runOnSystemPostgres(vitest)
await runJourneys(fixture)
markAsLatest(reports)
for (const [tool, lost] of [
  ['ffmpeg', 'the tests of videos are skipped'],
  ['bwrap', 'the tests of videos are skipped'],
  ['redis-server', 'the live connection is tested through PostgreSQL alone'],
])
  if (!(process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, tool!))))
    console.log(`${tool} is missing: apt-get install ffmpeg bubblewrap redis-server; ${lost}`)
for (const line of lacking) console.log(line)
if (process.env.CI === 'true' && total.skipped > 0) {
  console.log('Skipped tests are a failure where CI=true.')
  process.exitCode = 1
}
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
// Last, so that it is visible at the end of a long output.
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
