import { join } from 'node:path'
import { plain } from './report-page.ts'
import type { Failure } from './vitest-report.ts'

/** More failures than this have one reason, and are not chance. */
export const MOST_AGAIN = 10
/** More unsteady tests than this fail the run. */
export const MOST_UNSTEADY = 3

type Runner = (command: string, args: string[]) => Promise<{ code: number; output: string }>

/** Runs each failed test once more, alone. Returns those that passed then: they are unsteady. */
export async function runAgain(failures: readonly Failure[], runner: Runner): Promise<Failure[]> {
  if (failures.length > MOST_AGAIN) return []
  const unsteady: Failure[] = []
  for (const failure of failures) {
    const alone = commandOf(failure)
    if (!alone) continue
    const { code, output } = await runner(...alone)
    if (code === 0 && HAS_PASSED.test(plain(output))) unsteady.push(failure)
  }
  return unsteady
}

/** A runner that finds no test of a name ends well all the same. */
const HAS_PASSED = /\b[1-9]\d* passed\b/

/** What runs a failed test alone, and the others of its file that did not run because of it; null for what is no test. */
function commandOf({ file, name, behind = 0 }: Failure): [command: string, args: string[]] | null {
  if (file.endsWith('.test.ts')) {
    const only = name === null ? [] : ['--testNamePattern', `^${escapePattern(name)}$`]
    return ['vitest', ['run', ...only, file]]
  }
  if (!file.endsWith('.spec.ts') || name === null) return null
  const config = ['--config', 'tests/e2e/playwright.config.ts', '--reporter=line']
  const only = behind > 0 ? [] : ['--grep', `${escapePattern(name)}$`]
  return ['playwright', ['test', ...config, join('tests/e2e', file), ...only]]
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
