import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ROOT } from '../run.ts'
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
            fullName: `test ${nth}`,
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
      failures: [{ file: 'tests/a.test.ts', name: 'test 1', reason: 'first line\nsecond line' }],
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
    suite.unsteady = [failure]
    suite.writePage()
    expect(suite.total).toEqual({ passed: 6, failed: 1, skipped: 0 })
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
    ]
    const asked: string[] = []
    const unsteady = await runAgain(failures, async (command, args) => {
      asked.push([command, ...args].join(' '))
      return { code: command === 'vitest' && args.length > 2 ? 0 : 1 }
    })
    expect(unsteady).toEqual([failures[0]])
    expect(asked).toEqual([
      'vitest run --testNamePattern ^one \\(of two\\) passes$ tests/a.db.test.ts',
      'playwright test --config tests/e2e/playwright.config.ts tests/e2e/tips.spec.ts --grep TIP-01a a tip$',
      'vitest run app/b.test.ts',
    ])
  })

  test('does not run again where so many fail that it is no chance, nor does a check', async () => {
    const many = Array.from({ length: MOST_AGAIN + 1 }, (_, nth) => failed('a.test.ts', String(nth)))
    const passes = () => Promise.resolve({ code: 0 })
    expect(await runAgain(many, passes)).toEqual([])
    expect(await runAgain([failed('', 'FAILED lint')], passes)).toEqual([])
  })
})
