import { basename } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { tell } from './progress.ts'

/** Tells `npm test` how far the browser journeys are; each counts as much as the others. */
export default class JourneyProgress implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    tell({ kind: 'begins', work: suite.allTests().length })
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    tell({ kind: 'did', work: 1 })
    if (result.status === 'skipped') tell({ kind: 'skipped' })
    else if (test.ok()) tell({ kind: 'passed' })
    else tell({ kind: 'failed', name: `${basename(test.location.file)}: ${test.title}` })
  }

  printsToStdio(): boolean {
    return false
  }
}
