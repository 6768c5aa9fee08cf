import type { Count } from './vitest-report.ts'

type Suite = { file: string; specs: { title: string; ok: boolean; tests: { status: string }[] }[]; suites?: Suite[] }
export type JourneyReport = {
  suites: Suite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** A busy machine may make one journey late; two that passed only at their second try are a fault of the product or the tests. */
const MAX_RETRIED = 1

/**
 * Counts the results in the browser journeys' JSON report; `code` is the exit code. `retried` names those that passed at their second try.
 */
export function countJourneys({ stats, suites }: JourneyReport, code: number): Count & { retried: string[] } {
  const specs = suites.flatMap(listSpecs)
  const retried = specs.filter(({ spec }) => spec.tests.some((test) => test.status === 'flaky')).map(named)
  const failures = specs.filter(({ spec }) => !spec.ok).map(named)
  const tooMany = retried.length > MAX_RETRIED
  if (tooMany)
    failures.push(
      `${retried.length} journeys passed only at their second try, the maximum is ${MAX_RETRIED}: ${retried.join('; ')}`,
    )
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1) + (tooMany ? 1 : 0),
    skipped: stats.skipped,
    failures,
    retried,
  }
}

type Listed = { file: string; spec: Suite['specs'][number] }

function listSpecs(suite: Suite): Listed[] {
  return [...suite.specs.map((spec) => ({ file: suite.file, spec })), ...(suite.suites ?? []).flatMap(listSpecs)]
}

const named = ({ file, spec }: Listed) => `${file}: ${spec.title}`
