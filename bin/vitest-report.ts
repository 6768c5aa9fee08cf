import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './run.ts'

/** `failures`: what failed, by name, with the first line of the reason. */
export type Count = { passed: number; failed: number; skipped: number; failures?: string[] }

/** Counts the results in vitest's JSON report; `code` is its exit code. */
export function countVitest(report: string, code: number): Count {
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
  // An error outside every test fails the run and is in no test result.
  if (named.length === 0 && code !== 0) named.push('an error outside the tests; see the output above')
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
