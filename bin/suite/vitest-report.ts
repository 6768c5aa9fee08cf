import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from '../run.ts'

/** A failed test by its file and name, with all that is known of the reason. `name`: as vitest filters by it; null where the file itself failed. */
export type Failure = {
  file: string
  name: string | null
  reason: string
  /** How many journeys of its file did not run because of it. */
  behind?: number
}
/** What a part of the run counted; `took` is how long each file or journey was at work, in seconds. */
export type Count = {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
  took: Record<string, number>
  /** The files of which every test passed, with their number. */
  whole: Record<string, number>
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0, failures: [], took: {}, whole: {} }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; ancestorTitles: string[]; title: string; failureMessages: string[] }[]
  }[]
}

/** Counts the results in vitest's JSON report; `code` is its exit code, `output` what it printed. */
export function countVitest(report: string, code: number, output = ''): Count {
  if (!existsSync(report)) return { ...NOTHING, failed: 1, failures: [failureOfRun(output || 'no report')] }
  const json = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  const failures = json.testResults.flatMap((file): Failure[] => {
    const path = relative(ROOT, file.name)
    const tests = file.assertionResults.filter((one) => one.status === 'failed')
    // A file that fails before its first test counts as a failure too.
    if (file.status === 'failed' && tests.length === 0) return [{ file: path, name: null, reason: file.message.trim() }]
    return tests.map((one) => ({
      file: path,
      name: [...one.ancestorTitles, one.title].join(' > '),
      reason: one.failureMessages.join('\n').trim(),
    }))
  })
  // An error outside every test fails the run and is in no test result.
  if (failures.length === 0 && code !== 0) failures.push(failureOfRun(output))
  const files = json.testResults.map((file) => ({ ...file, path: relative(ROOT, file.name) }))
  const whole = files.filter(
    ({ status, assertionResults }) =>
      status === 'passed' && assertionResults.length > 0 && assertionResults.every((one) => one.status === 'passed'),
  )
  return {
    passed: json.numPassedTests,
    failed: Math.max(json.numFailedTests, failures.length),
    skipped: json.numPendingTests + json.numTodoTests,
    failures,
    took: Object.fromEntries(files.map(({ path, startTime, endTime }) => [path, (endTime - startTime) / 1_000])),
    whole: Object.fromEntries(whole.map(({ path, assertionResults }) => [path, assertionResults.length])),
  }
}

const LAST_LINES = 40

/** A failure of the run itself: the end of what it printed tells why. */
function failureOfRun(output: string): Failure {
  return { file: '', name: null, reason: output.trim().split('\n').slice(-LAST_LINES).join('\n') }
}
