import type { Count, Failure } from './vitest-report.ts'

type Result = { status: string; duration: number; errors?: { message?: string }[] }
type Spec = {
  title: string
  ok: boolean
  tests: { status: string; results?: Result[]; annotations?: { type: string; description?: string }[] }[]
}
type Suite = { file: string; specs: Spec[]; suites?: Suite[] }
export type JourneyReport = {
  suites: Suite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** The paths that a screen's check visited, as its annotation has them. */
export const VISITED = 'visited'

export type JourneyCount = Count & {
  /** Of each journey that passed: the paths that it visited. */
  visited: Record<string, string[]>
}

/** Counts the results in the browser journeys' JSON report; `code` is the exit code. `whole` has files and single journeys. */
export function countJourneys({ stats, suites }: JourneyReport, code: number): JourneyCount {
  const specs = suites.flatMap(listSpecs)
  const failures = specs
    .filter(({ spec }) => !spec.ok)
    .map(({ file, spec }, index, all): Failure => {
      const isFirst = all.findIndex((one) => one.file === file) === index
      const behind = isFirst ? specs.filter((one) => one.file === file && isNotRun(one)).length : 0
      return { file, name: spec.title, reason: reasonOf(spec), ...(behind > 0 && { behind }) }
    })
  const isWhole = ({ spec }: Listed) => spec.tests.every((test) => test.status === 'expected')
  const whole: Record<string, number> = {}
  for (const { file } of specs) {
    const ofFile = specs.filter((one) => one.file === file)
    if (ofFile.every(isWhole)) whole[file] = ofFile.length
  }
  for (const listed of specs) if (isWhole(listed)) whole[journeyName(listed.file, listed.spec.title)] = 1
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1),
    skipped: stats.skipped,
    failures,
    took: Object.fromEntries(specs.map(({ file, spec }) => [journeyName(file, spec.title), secondsOf(spec)])),
    whole,
    visited: Object.fromEntries(
      specs.filter(isWhole).map(({ file, spec }) => [journeyName(file, spec.title), visitedBy(spec)]),
    ),
  }
}

const isNotRun = ({ spec }: Listed): boolean => spec.tests.every((test) => test.status === 'skipped')

export function journeyName(file: string, title: string): string {
  return `${file}: ${title}`
}

type Listed = { file: string; spec: Spec }

function listSpecs(suite: Suite): Listed[] {
  return [...suite.specs.map((spec) => ({ file: suite.file, spec })), ...(suite.suites ?? []).flatMap(listSpecs)]
}

function reasonOf(spec: Spec): string {
  return spec.tests
    .flatMap(({ results = [] }) => results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)))
    .join('\n')
}

function secondsOf(spec: Spec): number {
  return spec.tests.flatMap(({ results = [] }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1_000
}

function visitedBy(spec: Spec): string[] {
  return spec.tests
    .flatMap(({ annotations = [] }) => annotations)
    .filter(({ type }) => type === VISITED)
    .flatMap(({ description = '' }) => description.split(' '))
    .filter((path) => path !== '')
}
