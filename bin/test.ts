/**
 * `npm test`: runs the checks, then every test: pure and database tests (on the embedded PostgreSQL, and if `db/` has changed, the money
 * modules again on the system's 15), and the browser journeys against the built server. What passed before for exactly this code
 * (`tests/record.json`) is spared, except a fifth of it by the day; `FULL=1` runs everything. A test that fails runs once more, alone, at
 * the end. `-- --verbose` shows what the tests print, `-- --only journeys` runs a part (`checks`, `tests`, `journeys`). `SHARD=1/3` runs one part of three, the checks with the first. Tools that the machine
 * lacks are named, their tests counted as skipped; with CI=true that fails. Each run leaves a page in `test-reports/`.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from './build-if-stale.ts'
import { chromiumLacks } from './chromium.ts'
import { dayOfRun } from './day.ts'
import { makeReportFolder, markAsLatest } from './reports.ts'
import { type Ran, run } from './run.ts'
import { heldOn, ON_BOTH_VERSIONS } from './second-postgres.ts'
import { MOST_UNSTEADY, runAgain } from './suite/again.ts'
import { countJourneys, type JourneyReport } from './suite/journey-report.ts'
import { plain } from './suite/report-page.ts'
import { Spared } from './suite/spared.ts'
import { nameOf, Suite } from './suite/suite.ts'
import { type Count, countVitest, type Failure } from './suite/vitest-report.ts'
import { startSystemPostgres, systemPostgresVersion } from './system-postgres.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

const SHARD = process.env.SHARD ?? ''
const [, shard, shards] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(SHARD) ?? []
if (SHARD !== '' && !(Number(shard) <= Number(shards))) {
  console.error(`SHARD=${SHARD} is not a valid part; SHARD=1/3 is the first of three`)
  process.exit(2)
}
const SHARD_ARGS = SHARD === '' ? [] : [`--shard=${SHARD}`]
const PARTS = ['checks', 'tests', 'journeys']
const { values: options } = parseArgs({
  options: { verbose: { type: 'boolean', default: false }, only: { type: 'string' } },
})
if (options.only !== undefined && !PARTS.includes(options.only)) {
  console.error(`no part is called ${options.only}; there are ${PARTS.join(', ')}`)
  process.exit(2)
}
const runs = (part: string): boolean => (options.only ?? part) === part

/** A shard knows a part of what passed, and nobody commits what a clean checkout finds. */
const KEEPS_RECORD = SHARD === '' && process.env.CI !== 'true'

useTemporaryFolder()
// One day for all parts, also in a run that continues past midnight.
process.env.TEST_DAY = String(dayOfRun())
const reports = makeReportFolder(SHARD === '' ? 'test' : `test-${shard}-of-${shards}`)
process.env.PEACH_REPORTS = reports
const suite = new Suite(reports, options)
// A run that is ended early leaves its page as well.
process.once('exit', () => suite.writePage())
const spared = new Spared()
const lacking: string[] = []
console.log(
  `Day ${process.env.TEST_DAY} (TEST_DAY=${process.env.TEST_DAY} repeats it): which histories run, which width each screen has, and what runs although it passed before.`,
)

function lack(what: string, remedy: string, tests: number): void {
  lacking.push(`${what} is missing: ${remedy}; ${tests} tests skipped`)
  suite.add(what, { skipped: tests })
}

async function runChecks(): Promise<void> {
  const ran = await run('node', ['bin/check.ts'], { show: true })
  const lines = ran.output.split('\n')
  const failed = lines.filter((line) => line.startsWith('FAILED '))
  suite.add(
    'checks',
    {
      passed: lines.filter((line) => line.startsWith('ok ')).length,
      failed: Math.max(failed.length, ran.code === 0 ? 0 : 1),
      failures: failed.map((name) => ({ file: '', name, reason: 'See above.' })),
    },
    ran.seconds,
  )
}

async function runVitest(
  name: string,
  args: string[],
  lines: string[] = [],
  env: Record<string, string> = {},
): Promise<Count> {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const reporters = ['--reporter=./bin/suite/vitest-progress.ts', '--reporter=json', `--outputFile.json=${report}`]
  const shown = options.verbose ? ['--reporter=default'] : ['--silent']
  const ran = await suite.play(name, 'vitest', ['run', ...shown, ...reporters, ...SHARD_ARGS, ...args], env)
  const count = countVitest(report, ran.code, ran.output)
  suite.add(name, count, ran.seconds, lines)
  return count
}

async function runUnitAndDatabase(): Promise<Count> {
  const { files, lines } = spared.testFiles()
  for (const line of lines) console.log(line)
  const count = await runVitest(
    'unit and database tests',
    files.flatMap((file) => ['--exclude', file]),
    lines,
  )
  if (KEEPS_RECORD) spared.addTestFiles(count)
  return count
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
    const env = { TEST_DATABASE_URL: system.url }
    const args = ['--project', 'database', ...ON_BOTH_VERSIONS]
    const { failures } = await runVitest(`tests on PostgreSQL ${version}`, args, [], env)
    // While this version runs: on another one they may pass.
    await runAlone(failures, env)
  } finally {
    await system.stop()
  }
}

const triedAgain = new Set<Failure>()

/** Runs once more what failed and has not been tried again. */
async function runAlone(failures: readonly Failure[], env: Record<string, string>): Promise<void> {
  const left = failures.filter((failure) => !triedAgain.has(failure))
  if (left.length === 0) return
  console.log('What failed runs once more, alone.')
  for (const failure of left) triedAgain.add(failure)
  suite.unsteady.push(...(await runAgain(left, (command, args) => run(command, args, { env }))))
}

const NAME = 'browser journeys'

/** Returns the folder of the demo data, or null where no journey ran. */
async function runJourneys(fixture: Promise<Ran>): Promise<string | null> {
  const config = ['--config', 'tests/e2e/playwright.config.ts']
  const remedy = chromiumLacks()
  if (remedy) {
    const listed = await run('playwright', ['test', '--list', ...SHARD_ARGS, ...config])
    lack('Chromium', remedy, Number(/Total: (\d+) tests?/.exec(listed.output)?.[1] ?? 1))
    return null
  }
  const built = await fixture
  if (built.code !== 0) {
    suite.add(NAME, { failed: 1, failures: [{ file: '', name: 'the demo data', reason: built.output }] })
    return null
  }
  const [summary, folder] = built.output.trim().split('\n').slice(-2) as [string, string]
  console.log(summary)
  const { listed, lines } = spared.journeys()
  for (const line of lines) console.log(line)
  const list = join(reports, 'spared-journeys.txt')
  writeFileSync(list, listed.map((one) => `${one}\n`).join(''))
  const without = listed.length === 0 ? [] : ['--test-list-invert', list]
  const ran = await suite.play(
    NAME,
    'playwright',
    ['test', '--pass-with-no-tests', ...SHARD_ARGS, ...without, ...config],
    { PEACH_TEST_DATA: folder },
  )
  const report = join(reports, 'journeys.json')
  if (!existsSync(report)) {
    suite.add(NAME, { failed: 1, failures: [{ file: '', name: NAME, reason: ran.output }] }, ran.seconds)
    return folder
  }
  const count = countJourneys(JSON.parse(readFileSync(report, 'utf8')) as JourneyReport, ran.code)
  suite.add(NAME, count, ran.seconds, lines)
  if (KEEPS_RECORD) await spared.addJourneys(count)
  return folder
}

buildIfStale()
if (runs('checks') && (SHARD === '' || shard === '1')) await runChecks()
// Making the demo data takes minutes of one processor if it isn't cached: behind and beside the other tests.
const fixture = runs('journeys') ? run('node', ['tests/e2e/build-test-data.ts']) : null
if (runs('tests')) await runOnSystemPostgres(await runUnitAndDatabase())
const demoData = fixture && (await runJourneys(fixture))
await runAlone(suite.failures, demoData === null ? {} : { PEACH_TEST_DATA: demoData })
if (demoData !== null) rmSync(demoData, { recursive: true, force: true })
if (spared.changed) console.log('tests/record.json knows what passed: commit it with the code.')
suite.ended = true
suite.writePage()
markAsLatest(reports)

for (const [tool, lost] of [
  ['ffmpeg', 'the tests of videos are skipped'],
  ['bwrap', 'the tests of videos are skipped'],
  ['redis-server', 'the live connection is tested through PostgreSQL alone'],
])
  if (!(process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, tool!))))
    console.log(`${tool} is missing: apt-get install ffmpeg bubblewrap redis-server; ${lost}`)
for (const line of lacking) console.log(line)
const { total, unsteady } = suite
if (process.env.CI === 'true' && total.skipped > 0) {
  console.log('Skipped tests are a failure where CI=true.')
  process.exitCode = 1
}
for (const failure of suite.failures.filter((one) => !unsteady.includes(one)))
  console.log(`\nfailed: ${nameOf(failure)}\n${plain(failure.reason).replaceAll(/^/gm, '  ')}`)
for (const failure of unsteady)
  console.log(`\nunsteady: ${nameOf(failure)}\n${plain(failure.reason).replaceAll(/^/gm, '  ')}`)
if (unsteady.length > MOST_UNSTEADY) console.log(`More than ${MOST_UNSTEADY} unsteady tests fail the run.`)
if (total.failed > 0 || total.passed === 0 || unsteady.length > MOST_UNSTEADY) process.exitCode = 1
console.log(`\nReport: ${join(reports, 'index.html')}`)
if (unsteady.length > 0) console.log(`${unsteady.length} unsteady: mend them first`)
// Last, so that it is visible at the end of a long output.
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
