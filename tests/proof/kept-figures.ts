import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayOfRun } from '../../bin/day.ts'

/** Beside the other reports of this run; without a configured folder, in one for files that are run by hand. */
const FOLDER = join(process.env.PEACH_REPORTS ?? join(import.meta.dirname, '../../test-reports/by-hand'), 'figures')

/** Whether this is the long run (`npm run prove`) or the seeded sample of every test run. */
export const isLongRun = process.env.PROVE === 'full'

/** The seed of this run, printed with each failure; PROVE_SEED repeats one. */
export const SEED = Number(process.env.PROVE_SEED ?? 20_261_121)

/**
 * The seed of a sample that need not be the same each time: another one every day, so that all days together cover more. Doubled,
 * because the two halves use a seed each, and tomorrow's must differ from today's.
 */
export const SEED_OF_SAMPLE = isLongRun || process.env.PROVE_SEED ? SEED : 2 * dayOfRun()

/** Keeps the counts of a proof, for the summary of the long run. */
export function keepFigures(name: string, figures: Record<string, number | string>): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify({ name, seed: SEED, ...figures }, null, 2)}\n`)
}
