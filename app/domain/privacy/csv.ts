/** Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with a quote; plain numbers stay numbers. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

// Full-width characters and formulas behind spaces are run too.
const FORMULA = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]/u
const NUMBER = /^-?\d+(\.\d+)?$/

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Minor units as a plain number for a spreadsheet: "180000.00". */
export function plainAmount(amountMinor: bigint): string {
  const negative = amountMinor < 0n
  const minor = negative ? -amountMinor : amountMinor
  return `${negative ? '-' : ''}${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
}
