import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './run.ts'

const REPORTS = join(ROOT, 'test-reports')

/**
 * A new folder for the reports of a run, named by its start, beside those of earlier runs; `test-reports/latest` links to the newest
 * complete one.
 */
export function makeReportFolder(kind: string): string {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = join(REPORTS, `${stamp}-${process.pid}-${kind}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

export function markAsLatest(folder: string): void {
  const latest = join(REPORTS, 'latest')
  rmSync(latest, { force: true })
  symlinkSync(basename(folder), latest)
}
