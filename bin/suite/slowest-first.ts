import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = join(import.meta.dirname, '..', '..')
const KNOWN = join(import.meta.dirname, 'slow-files.json')
const LAST_RUN = join(ROOT, 'test-reports', 'latest', 'unit-and-database-tests.json')

/** The time of files that neither a report nor the list contains: a proof about money takes minutes, another file about a second. */
const UNKNOWN = { proof: 120, other: 1 } as const

/**
 * Starts the slowest files first, so that no processor is idle at the end beside one long file. By the last run's report; in a fresh
 * checkout by slow-files.json (seconds by file, roughly); unknown files by their size.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = secondsOf()
    const bySize = await super.sort(files)
    const of = (file: TestSpecification) => seconds(relative(ROOT, file.moduleId))
    return bySize.toSorted(
      (a, b) => Number(a.project.name === 'pure') - Number(b.project.name === 'pure') || of(b) - of(a),
    )
  }
}

/** How long a test file takes, as far as that is known. */
export function secondsOf(): (path: string) => number {
  const seconds = knownSeconds()
  return (path) => seconds.get(path) ?? (path.startsWith('tests/proof/') ? UNKNOWN.proof : UNKNOWN.other)
}

type Report = { testResults: { name: string; startTime: number; endTime: number }[] }

function knownSeconds(): Map<string, number> {
  const known = new Map(Object.entries(JSON.parse(readFileSync(KNOWN, 'utf8')) as Record<string, number>))
  if (!existsSync(LAST_RUN)) return known
  for (const { name, startTime, endTime } of (JSON.parse(readFileSync(LAST_RUN, 'utf8')) as Report).testResults)
    known.set(relative(ROOT, name), (endTime - startTime) / 1_000)
  return known
}
