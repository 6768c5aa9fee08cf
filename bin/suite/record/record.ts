import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { daysSince1970 } from '../../day.ts'

/**
 * What passed, for which code: the fingerprint of everything that the tests reach, when they last ran in full, at which commit, and how many
 * they were. `routes`: a screen's check reaches only the routes that it visited.
 */
export type Passed = { fingerprint: string; on: string; commit: string; tests: number; routes?: string[] }
export type TestRecord = Record<string, Passed>

/** One of so many runs whatever the record says, chosen by the day. */
export const TURNS = 5

export function readRecord(file: string): TestRecord {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestRecord) : {}
}

/** Each entry is a line of its own, in the order of names: two branches rarely change the same one. */
export function writeRecord(file: string, record: TestRecord): void {
  const lines = Object.entries(record)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, passed]) => `  ${JSON.stringify(name)}: ${JSON.stringify(passed)}`)
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
}

/** What the record says of tests that need not run: they passed for exactly this code, and today is not their turn. */
export function passedBefore(
  name: string,
  fingerprint: string,
  record: TestRecord,
  { day, full }: { day: number; full: boolean },
): Passed | null {
  const passed = record[name]
  if (full || passed?.fingerprint !== fingerprint || isTurnOf(name, day)) return null
  return passed
}

/** Whether tests run on this day (20261129) whatever the record says: within five days each does. */
export function isTurnOf(name: string, day: number): boolean {
  const place = createHash('sha256').update(name).digest().readUInt32BE()
  return (place + daysSince1970(day)) % TURNS === 0
}
