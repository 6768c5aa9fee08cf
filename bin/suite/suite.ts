import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, type Ran } from '../run.ts'
import type { Part } from './part.ts'
import { Progress, type Told } from './progress.ts'
import { reportPage } from './report-page.ts'
import { type Count, type Failure, NOTHING } from './vitest-report.ts'

/** How often a part says how far it is where its line can't be written over. */
const EVERY_MS = 60_000

/** One run of the tests: what its parts counted, and the page about them in the folder of its reports. */
export class Suite {
  readonly parts: Part[] = []
  unsteady: Failure[] = []
  failures: Failure[] = []
  ended = false
  readonly folder: string
  readonly #verbose: boolean
  readonly #began = Date.now()

  constructor(folder: string, options: { verbose: boolean }) {
    this.folder = folder
    this.#verbose = options.verbose
  }

  get total(): { passed: number; failed: number; skipped: number } {
    const sum = (of: 'passed' | 'skipped') => this.parts.reduce((all, { count }) => all + count[of], 0)
    const failed = this.parts.reduce((all, { count }) => all + count.failed, 0)
    // They ran with it when it passed.
    const behind = this.unsteady.reduce((all, failure) => all + (failure.behind ?? 0), 0)
    return {
      passed: sum('passed') + this.unsteady.length + behind,
      failed: failed - this.unsteady.length,
      skipped: sum('skipped') - behind,
    }
  }

  add(name: string, count: Partial<Count>, seconds = 0, spared: string[] = []): void {
    const part = { name, seconds, count: { ...NOTHING, ...count }, spared }
    this.parts.push(part)
    this.failures.push(...part.count.failures)
    const { passed, failed, skipped } = part.count
    const apart = spared.length > 0 ? `, ${spared.length} spared` : ''
    console.log(`== ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped${apart}, ${Math.round(seconds)} s`)
    this.writePage()
  }

  /** Runs a test runner that tells its progress. What tests and servers print is kept in a log of the part. */
  async play(name: string, command: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
    const began = Date.now()
    const progress = new Progress()
    const say = () => {
      const line = `${name}: ${progress.line((Date.now() - began) / 1_000)}`
      if (process.stdout.isTTY) process.stdout.write(`\r\u001B[2K${line}`)
      else console.log(line)
    }
    const timer = setInterval(say, process.stdout.isTTY ? 1_000 : EVERY_MS)
    const ran = await run(command, args, {
      show: this.#verbose,
      env: { ...env, PEACH_PROGRESS: '1' },
      told: (line) => {
        const told = JSON.parse(line) as Told
        progress.add(told)
        appendFileSync(join(this.folder, 'results.jsonl'), `${JSON.stringify({ part: name, ...told })}\n`)
        if (told.kind === 'failed') console.log(`failed: ${told.name}`)
      },
    })
    clearInterval(timer)
    if (process.stdout.isTTY) process.stdout.write('\r\u001B[2K')
    writeFileSync(join(this.folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.log`), ran.output)
    return ran
  }

  writePage(): void {
    const page = reportPage({
      began: new Date(this.#began),
      minutes: (Date.now() - this.#began) / 60_000,
      parts: this.parts,
      unsteady: this.unsteady,
      failures: this.failures,
      total: this.total,
      ended: this.ended,
    })
    writeFileSync(join(this.folder, 'index.html'), page)
  }
}

export function nameOf({ file, name }: Failure): string {
  return [file, name].filter(Boolean).join(': ') || 'an error outside the tests'
}
