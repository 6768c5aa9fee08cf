import type { Part } from './part.ts'
import type { Failure } from './vitest-report.ts'

type Facts = {
  began: Date
  minutes: number
  parts: readonly Part[]
  unsteady: readonly Failure[]
  failures: readonly Failure[]
  total: { passed: number; failed: number; skipped: number }
  /** False while the run goes on, and for ever where it was ended early. */
  ended: boolean
}

const SLOWEST = 30

/** The report of a run as a page: what failed and why, then what was counted, what was spared, and what took longest. */
export function reportPage({ began, minutes, parts, unsteady, failures, total, ended }: Facts): string {
  const slowest = parts
    .flatMap(({ count }) => Object.entries(count.took))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
  const steadilyFailed = failures.filter((failure) => !unsteady.includes(failure))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Test report</title>
<style>body{font:16px/1.5 system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;background:#f6f2ef;padding:1rem}
table{border-collapse:collapse}th,td{text-align:left;padding:.25rem 1rem .25rem 0;vertical-align:top}td+td{font-variant-numeric:tabular-nums}</style></head><body>
<h1>${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped</h1>
<p>Began ${began.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${minutes.toFixed(1)} minutes${ended ? '' : '; <b>the run was ended early</b>'}</p>
${section('Failed', steadilyFailed.map(failureHtml))}
${section('Unsteady: passed at the second try, alone', unsteady.map(failureHtml))}
<h2>Parts</h2>
${table(
  ['Part', 'Passed', 'Failed', 'Skipped', 'Spared', 'Minutes'],
  parts.map(({ name, count, spared, seconds }) => [
    name,
    ...[count.passed, count.failed, count.skipped, spared.length].map(String),
    (seconds / 60).toFixed(1),
  ]),
)}
${section(
  'Spared: passed before for exactly this code',
  parts.flatMap(({ spared }) => spared).map((line) => `<p>${escape(line)}</p>`),
)}
<h2>What took longest, in seconds</h2>
${table(
  ['File or journey', 'Seconds'],
  slowest.map(([name, seconds]) => [name, seconds.toFixed(1)]),
)}
</body></html>
`
}

function section(heading: string, items: string[]): string {
  return items.length === 0 ? '' : `<h2>${escape(heading)}</h2>\n${items.join('\n')}`
}

function failureHtml({ file, name, reason }: Failure): string {
  return `<h3>${escape([file, name].filter(Boolean).join(': '))}</h3><pre>${escape(plain(reason))}</pre>`
}

function table(heads: string[], rows: string[][]): string {
  const cells = (tag: string, row: string[]) =>
    `<tr>${row.map((text) => `<${tag}>${escape(text)}</${tag}>`).join('')}</tr>`
  return `<table>${cells('th', heads)}${rows.map((row) => cells('td', row)).join('')}</table>`
}

/** Without the colours of a terminal. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- The escape sequences are control characters.
  return text.replaceAll(/\u001B\[[\d;]*m/g, '')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
