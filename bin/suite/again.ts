import { join } from 'node:path'
import type { Failure } from './vitest-report.ts'

/** More failures than this have one reason, and are not chance. */
export const MOST_AGAIN = 10
/** More unsteady tests than this fail the run. */
export const MOST_UNSTEADY = 3

type Runner = (command: string, args: string[]) => Promise<{ code: number }>

/** Runs each failed test once more, alone. Returns those that passed then: they are unsteady. */
export async function runAgain(failures: readonly Failure[], runner: Runner): Promise<Failure[]> {
  if (failures.length > MOST_AGAIN) return []
  const unsteady: Failure[] = []
  for (const failure of failures) {
    const alone = commandOf(failure)
    if (alone && (await runner(...alone)).code === 0) unsteady.push(failure)
  }
  return unsteady
}

/** What runs a failed test alone; null for what is no test. */
function commandOf({ file, name }: Failure): [command: string, args: string[]] | null {
  if (file.endsWith('.test.ts')) {
    const only = name === null ? [] : ['--testNamePattern', `^${escapePattern(name)}$`]
    return ['vitest', ['run', ...only, file]]
  }
  if (!file.endsWith('.spec.ts') || name === null) return null
  const config = ['--config', 'tests/e2e/playwright.config.ts']
  return ['playwright', ['test', ...config, join('tests/e2e', file), '--grep', `${escapePattern(name)}$`]]
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
