export type Target = { min: number } | { max: number }

/** One measured number. `values` has one entry per round; the median is compared with the target, the spread is shown. */
export type Figure = {
  name: string
  unit: '×' | 'ms' | 's' | 'MiB' | 'KB' | 'req/s' | 'a second' | 'KiB' | 'elements'
  values: number[]
  /** Null: the absolute value behind a ratio, which differs between machines. */
  target: Target | null
}

/** What one `--only NAME` runs. */
export type Bench = {
  name: string
  description: string
  /** The disk space and time it needs, printed before it begins. */
  needs: string
  /** The reason why this machine can't run it, with the remedy, or null. */
  lacks?: () => string | null
  run(options: { rounds: number; seconds: number }): Promise<Figure[]>
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]!
}

export function meets(figure: Figure): boolean {
  if (!figure.target) return true
  const value = median(figure.values)
  return 'min' in figure.target ? value >= figure.target.min : value <= figure.target.max
}

/** Runs every side once a round, each round in the opposite order of the last, so that no side always has the warmer machine. */
export async function alternate<Side extends string>(
  rounds: number,
  sides: Record<Side, () => Promise<number>>,
): Promise<Record<Side, number[]>> {
  const names = Object.keys(sides) as Side[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) measured[name].push(await sides[name]())
  }
  return measured
}

/** Round by round, the ratio of one to the other. */
export function ratios(ours: number[], limit: number[]): number[] {
  return ours.map((value, index) => value / limit[index]!)
}

export function printTable(figures: Figure[]): void {
  const rows = figures.map((figure) => [
    figure.name,
    `${short(median(figure.values))} ${figure.unit}`,
    `${short(Math.min(...figure.values))} to ${short(Math.max(...figure.values))}`,
    targetText(figure.target),
    figure.target === null ? '' : meets(figure) ? 'ok' : 'MISSED',
  ])
  const table = [['figure', 'median', 'spread', 'target', ''], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

function targetText(target: Target | null): string {
  if (target === null) return 'scale'
  return 'min' in target ? `at least ${target.min}` : `at most ${target.max}`
}

function short(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-GB')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value < 0.1 ? 3 : 2)
}
