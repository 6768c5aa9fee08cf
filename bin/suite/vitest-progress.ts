import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { secondsOf } from './slowest-first.ts'
import { ROOT } from '../run.ts'
import { tell } from './progress.ts'

/** Tells `npm test` how far the unit and database tests are. */
export default class VitestProgress implements Reporter {
  #seconds = secondsOf()

  onTestRunStart(files: readonly TestSpecification[]): void {
    tell({ kind: 'begins', work: files.reduce((sum, file) => sum + this.#seconds(relative(ROOT, file.moduleId)), 0) })
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    if (state === 'failed') tell({ kind: 'failed', name: `${relative(ROOT, test.module.moduleId)}: ${test.fullName}` })
    else tell({ kind: state === 'passed' ? 'passed' : 'skipped' })
  }

  onTestModuleEnd(file: TestModule): void {
    tell({ kind: 'did', work: this.#seconds(relative(ROOT, file.moduleId)) })
  }
}
