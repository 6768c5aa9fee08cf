import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { dayOfRun } from '../day.ts'
import { ROOT } from '../run.ts'
import { passedBefore, type Passed, readRecord, type TestRecord, writeRecord } from './record/record.ts'
import { fingerprintOf, readProject } from './record/sources.ts'
import { journeyFiles, reachOfJourney, reachOfTestFile, recordedTestFiles, SCREENS_FILE } from './record/units.ts'
import { builtRoutes } from './record/visited-routes.ts'
import type { JourneyCount } from './journey-report.ts'
import type { Count } from './vitest-report.ts'

const FILE = join(ROOT, 'tests', 'record.json')
const JOURNEYS = 'tests/e2e/'

/** What the record of earlier runs spares in this one, and what this run adds to it. */
export class Spared {
  readonly #project = readProject(ROOT)
  readonly #record: TestRecord = readRecord(FILE)
  readonly #found: TestRecord = {}
  /** Whether the file changed: it is to be committed with the code. */
  changed = false
  readonly #when = { day: dayOfRun(), full: process.env.FULL === '1' }

  /** Files of vitest, with a line for each. */
  testFiles(): { files: string[]; lines: string[] } {
    const spared = recordedTestFiles(ROOT).flatMap((file) => this.#spared(file, this.#ofTestFile(file)))
    return { files: spared.map(({ name }) => name), lines: spared.map(lineOf) }
  }

  /** Journeys as Playwright names them in a list of tests, with a line for each. */
  journeys(): { listed: string[]; lines: string[] } {
    const files = journeyFiles(ROOT)
      .filter((file) => file !== SCREENS_FILE)
      .flatMap((file) => this.#spared(file, this.#ofJourney(file)))
    const screens = Object.keys(this.#record)
      .filter((name) => name.startsWith(`${SCREENS_FILE}: `))
      .flatMap((name) => this.#spared(name, this.#ofJourney(SCREENS_FILE, this.#record[name]!.routes)))
    const spared = [...files, ...screens]
    return {
      listed: spared.map(({ name }) => name.slice(JOURNEYS.length).replace(': ', ' \u203A ')),
      lines: spared.map(lineOf),
    }
  }

  addTestFiles(count: Count): void {
    for (const file of recordedTestFiles(ROOT))
      if (count.whole[file]) this.#add(file, this.#ofTestFile(file), count.whole[file])
    this.#write((name) => !name.startsWith(JOURNEYS))
  }

  async addJourneys(count: JourneyCount): Promise<void> {
    const routesAt = await builtRoutes(ROOT)
    for (const [name, tests] of Object.entries(count.whole)) {
      const whole = `${JOURNEYS}${name}`
      const isScreen = whole.startsWith(`${SCREENS_FILE}: `)
      if (whole === SCREENS_FILE || (!isScreen && name.includes(': '))) continue
      const routes = isScreen ? [...new Set(count.visited[name]!.flatMap(routesAt))].toSorted() : undefined
      // A screen that told nothing may have been anywhere.
      const known = routes && routes.length > 0 ? routes : undefined
      this.#add(whole, this.#ofJourney(isScreen ? SCREENS_FILE : whole, known), tests, known)
    }
    this.#write((name) => name.startsWith(JOURNEYS))
  }

  /** After each part, so that a run that is ended early keeps what passed. A full run drops what is gone of that part. */
  #write(isOfPart: (name: string) => boolean): void {
    const kept = { ...this.#record, ...this.#found }
    if (this.#when.full)
      for (const name of Object.keys(kept)) if (isOfPart(name) && !this.#found[name]) delete kept[name]
    if (JSON.stringify(kept) === JSON.stringify(this.#record)) return
    writeRecord(FILE, kept)
    this.changed = true
  }

  #ofTestFile(file: string): string {
    return fingerprintOf(reachOfTestFile(file, this.#project), this.#project)
  }

  #ofJourney(file: string, routes?: readonly string[]): string {
    return fingerprintOf(reachOfJourney(file, this.#project, routes), this.#project)
  }

  #spared(name: string, fingerprint: string): { name: string; passed: Passed }[] {
    const passed = passedBefore(name, fingerprint, this.#record, this.#when)
    return passed ? [{ name, passed }] : []
  }

  #add(name: string, fingerprint: string, tests: number, routes?: string[]): void {
    const known = this.#record[name]
    // Where it passes for the same code again, the line stays: it tells when the code was new.
    if (known?.fingerprint === fingerprint && JSON.stringify(known.routes) === JSON.stringify(routes)) {
      this.#found[name] = known
      return
    }
    const on = new Date().toISOString().slice(0, 10)
    this.#found[name] = { fingerprint, on, commit: commitNow(), tests, ...(routes && { routes }) }
  }
}

let commit: string | undefined

/** The commit that lies here; "+" after it where files have changed since. */
function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!tests/record.json') !== ''
    return (commit ??= `${git('rev-parse', '--short=8', 'HEAD')}${changed ? '+' : ''}`)
  } catch {
    return 'unknown'
  }
}

function lineOf({ name, passed }: { name: string; passed: Passed }): string {
  return `spared: ${name}, passed on ${passed.on} at ${passed.commit}`
}
