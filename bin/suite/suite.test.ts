import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ROOT, run } from '../run.ts'
import { MOST_AGAIN, runAgain } from './again.ts'
import { countJourneys, type JourneyReport } from './journey-report.ts'
import { Progress } from './progress.ts'
import { Suite } from './suite.ts'
import { countVitest, type Failure } from './vitest-report.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peach-suite-'))
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

describe('what journeys counted', () => {
  const report = (statuses: string[], visited = ''): JourneyReport => ({
    suites: [
      {
        file: 'tips.spec.ts',
        specs: [],
        suites: [
          {
            file: 'tips.spec.ts',
            specs: statuses.map((status, nth) => ({
              title: `journey ${nth}`,
              ok: status !== 'unexpected',
              tests: [
                {
                  status,
                  results: [{ status, duration: 1_500, errors: status === 'unexpected' ? [{ message: 'why' }] : [] }],
                  annotations: [{ type: 'visited', description: visited }],
                },
              ],
            })),
          },
        ],
      },
    ],
    stats: {
      expected: statuses.filter((status) => status === 'expected').length,
      unexpected: statuses.filter((status) => status === 'unexpected').length,
      flaky: 0,
      skipped: statuses.filter((status) => status === 'skipped').length,
    },
  })

  test('a file has passed as a whole if each of its journeys has, and every journey that passed by itself', () => {
    const count = countJourneys(report(['expected', 'expected'], '/wallet /wallet/top-up'), 0)
    expect(count).toMatchObject({ passed: 2, failed: 0, skipped: 0, failures: [] })
    expect(count.whole).toEqual({ 'tips.spec.ts': 2, 'tips.spec.ts: journey 0': 1, 'tips.spec.ts: journey 1': 1 })
    expect(count.visited['tips.spec.ts: journey 1']).toEqual(['/wallet', '/wallet/top-up'])
    expect(count.took['tips.spec.ts: journey 0']).toBe(1.5)
  })

  test.each(['unexpected', 'skipped'])('a file with a journey that is %s has not', (status) => {
    const count = countJourneys(report(['expected', status]), status === 'unexpected' ? 1 : 0)
    expect(count.whole).toEqual({ 'tips.spec.ts: journey 0': 1 })
    expect(count.failures).toEqual(
      status === 'unexpected' ? [{ file: 'tips.spec.ts', name: 'journey 1', reason: 'why' }] : [],
    )
  })

  test('a failed journey knows how many of its file did not run because of it', () => {
    const { failures, skipped } = countJourneys(report(['expected', 'unexpected', 'skipped', 'skipped']), 1)
    expect(failures).toEqual([{ file: 'tips.spec.ts', name: 'journey 1', reason: 'why', behind: 2 }])
    expect(skipped).toBe(2)
  })

  test('a run that ends badly with no failed journey is a failure', () => {
    expect(countJourneys(report(['expected']), 1).failed).toBe(1)
  })
})

describe('what vitest counted', () => {
  const report = (statuses: string[], message = ''): string => {
    const file = join(folder, 'report.json')
    const failed = statuses.filter((status) => status === 'failed').length
    const json = {
      numPassedTests: statuses.filter((status) => status === 'passed').length,
      numFailedTests: failed,
      numPendingTests: statuses.filter((status) => status === 'pending').length,
      numTodoTests: 0,
      testResults: [
        {
          name: join(ROOT, 'tests/a.test.ts'),
          status: failed > 0 || message ? 'failed' : 'passed',
          message,
          startTime: 1_000,
          endTime: 3_000,
          assertionResults: statuses.map((status, nth) => ({
            status,
            ancestorTitles: ['a group'],
            title: `test ${nth}`,
            failureMessages: status === 'failed' ? ['first line\nsecond line'] : [],
          })),
        },
      ],
    }
    writeFileSync(file, JSON.stringify(json))
    return file
  }

  test('a file has passed as a whole if every test of it ran and passed', () => {
    expect(countVitest(report(['passed', 'passed']), 0)).toMatchObject({
      passed: 2,
      failed: 0,
      whole: { 'tests/a.test.ts': 2 },
      took: { 'tests/a.test.ts': 2 },
    })
    expect(countVitest(report(['passed', 'pending']), 0)).toMatchObject({ skipped: 1, whole: {} })
  })

  test('a failure keeps its whole reason; a file that fails before its first test is one too', () => {
    expect(countVitest(report(['passed', 'failed']), 1)).toMatchObject({
      failed: 1,
      whole: {},
      failures: [{ file: 'tests/a.test.ts', name: 'a group > test 1', reason: 'first line\nsecond line' }],
    })
    expect(countVitest(report([], 'no such module'), 1).failures).toEqual([
      { file: 'tests/a.test.ts', name: null, reason: 'no such module' },
    ])
  })

  test('an error outside the tests, or no report at all, fails with the end of what was printed', () => {
    expect(countVitest(report(['passed']), 1, 'unhandled rejection')).toMatchObject({
      failed: 1,
      failures: [{ file: '', name: null, reason: 'unhandled rejection' }],
    })
    expect(countVitest(join(folder, 'none.json'), 1, 'killed').failures).toEqual([
      { file: '', name: null, reason: 'killed' },
    ])
  })
})

test('progress says how many tests are done, how many failed, and how long the rest takes at this pace', () => {
  const progress = new Progress()
  progress.add({ kind: 'begins', work: 600 })
  expect(progress.line(5)).toBe('0 tests, 5 s so far')
  for (let test = 0; test < 1_200; test += 1) progress.add({ kind: 'passed' })
  progress.add({ kind: 'failed', name: 'one' })
  progress.add({ kind: 'did', work: 200 })
  expect(progress.line(100)).toBe('1,201 tests, 1 failed, about 4 min left')
  progress.add({ kind: 'did', work: 390 })
  expect(progress.line(295)).toBe('1,201 tests, 1 failed, less than a minute left')
})

describe('a run', () => {
  const failure: Failure = { file: 'tests/a.test.ts', name: 'one <b>', reason: '\u001B[31mred\u001B[39m & why' }
  const page = () => readFileSync(join(folder, 'index.html'), 'utf8')

  test('counts an unsteady test as passed, by name and apart', () => {
    const suite = new Suite(folder, { verbose: false })
    suite.add('unit and database tests', { passed: 5, failed: 2, failures: [failure, { ...failure, name: 'two' }] })
    expect(suite.total).toEqual({ passed: 5, failed: 2, skipped: 0 })
    suite.add('browser journeys', { failed: 1, skipped: 3 })
    expect(suite.total).toEqual({ passed: 5, failed: 3, skipped: 3 })
    suite.unsteady = [failure, { ...failure, file: 'payouts.spec.ts', behind: 3 }]
    suite.writePage()
    expect(suite.total).toEqual({ passed: 10, failed: 1, skipped: 0 })
    expect(page()).toContain('<h2>Unsteady')
    expect(page()).toContain('tests/a.test.ts: one &lt;b&gt;</h3><pre>red &amp; why</pre>')
  })

  test('leaves its page after each part, which says that it was ended early until it has ended', () => {
    const suite = new Suite(folder, { verbose: false })
    suite.add('checks', { passed: 7 }, 60, ['spared: tests/proof/races.db.test.ts, passed on 2026-11-29 at abc'])
    expect(page()).toContain('7 passed, 0 failed, 0 skipped')
    expect(page()).toContain('ended early')
    expect(page()).toContain('spared: tests/proof/races.db.test.ts')
    suite.ended = true
    suite.writePage()
    expect(page()).not.toContain('ended early')
  })

  test('shows what fails at once, and keeps what tests print in a log', async () => {
    const suite = new Suite(folder, { verbose: false })
    const tells = `const { writeSync } = require('node:fs')
      for (const told of [{ kind: 'begins', work: 1 }, { kind: 'failed', name: 'one' }]) writeSync(3, JSON.stringify(told) + '\\n')
      console.log('a line of a test'); process.exitCode = 1`
    const ran = await suite.play('browser journeys', process.execPath, ['-e', tells])
    expect(ran.code).toBe(1)
    expect(vi.mocked(console.log).mock.calls).toEqual([['failed: one']])
    expect(readFileSync(join(folder, 'browser-journeys.log'), 'utf8')).toContain('a line of a test')
    expect(readFileSync(join(folder, 'results.jsonl'), 'utf8')).toContain('"name":"one"')
  })
})

describe('a failed test', () => {
  const failed = (file: string, name: string | null): Failure => ({ file, name, reason: '' })

  test('runs once more, alone; it is unsteady if it passes then', async () => {
    const failures = [
      failed('tests/a.db.test.ts', 'one (of two) passes'),
      failed('tips.spec.ts', 'TIP-01a a tip'),
      failed('app/b.test.ts', null),
      { ...failed('payouts.spec.ts', 'the first of a row'), behind: 3 },
    ]
    const asked: string[] = []
    const unsteady = await runAgain(failures, async (command, args) => {
      asked.push([command, ...args].join(' '))
      return {
        code: args.at(-1) === 'app/b.test.ts' ? 1 : 0,
        output: command === 'vitest' ? 'Tests  \u001B[32m1 passed\u001B[39m (1)' : '  4 passed (2.9m)',
      }
    })
    expect(unsteady).toEqual([failures[0], failures[1], failures[3]])
    const config = '--config tests/e2e/playwright.config.ts --reporter=line'
    expect(asked).toEqual([
      'vitest run --testNamePattern ^one \\(of two\\) passes$ tests/a.db.test.ts',
      `playwright test ${config} tests/e2e/tips.spec.ts --grep TIP-01a a tip$`,
      'vitest run app/b.test.ts',
      `playwright test ${config} tests/e2e/payouts.spec.ts`,
    ])
  })

  test('is found by the name that vitest reports of it', async () => {
    const report = join(folder, 'real.json')
    const reporters = ['--reporter=json', `--outputFile.json=${report}`]
    const args = ['run', ...reporters, 'bin/requirements.test.ts', 'bin/proof-page.test.ts']
    await run('vitest', args)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: { ancestorTitles: string[] }[] }[]
    }
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    expect(all.some(({ ancestorTitles }) => ancestorTitles.length > 0)).toBe(true)
    // As if the first of a group had failed.
    const [inGroup] = all.filter(({ ancestorTitles }) => ancestorTitles.length > 0)
    Object.assign(inGroup!, { status: 'failed', failureMessages: ['by chance'] })
    writeFileSync(
      report,
      JSON.stringify({ testResults, numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }),
    )
    const { failures } = countVitest(report, 1)
    expect(failures).toHaveLength(1)
    expect(await runAgain(failures, (command, alone) => run(command, alone))).toEqual(failures)
  }, 60_000)

  test('is not unsteady where no test of its name was found', async () => {
    const none = () => Promise.resolve({ code: 0, output: 'Test Files  1 skipped (1)\n     Tests  6 skipped (6)' })
    expect(await runAgain([failed('a.test.ts', 'renamed')], none)).toEqual([])
  })

  test('does not run again where so many fail that it is no chance, nor does a check', async () => {
    const many = Array.from({ length: MOST_AGAIN + 1 }, (_, nth) => failed('a.test.ts', String(nth)))
    const passes = () => Promise.resolve({ code: 0, output: 'Tests  1 passed (1)' })
    expect(await runAgain(many, passes)).toEqual([])
    expect(await runAgain([failed('', 'FAILED lint')], passes)).toEqual([])
  })
})
