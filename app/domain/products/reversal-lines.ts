import type { Line } from '#app/domain/ledger/chart.ts'

/** The same lines with one per account, and none of zero. */
export function addUpLines(lines: readonly Line[]): Line[] {
  const sums = new Map<string, Line>()
  for (const line of lines) {
    const key = `${line.account.purpose} ${line.account.ownerId ?? ''} ${line.account.currency}`
    const before = sums.get(key)
    sums.set(key, { account: line.account, amountMinor: (before?.amountMinor ?? 0n) + line.amountMinor })
  }
  return [...sums.values()].filter((line) => line.amountMinor !== 0n)
}
