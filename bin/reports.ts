import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './run.ts'

const REPORTS = join(ROOT, 'test-reports')

/** A new folder for what a run reports, named by its start, beside those of earlier runs; `test-reports/latest` leads to the newest whole one. */
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
