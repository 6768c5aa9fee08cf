import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '.results')

/** Whether this is the long run (`npm run prove`) or the seeded sample of every test run. */
export const isLongRun = process.env.PROVE === 'full'

/** The seed of this run, printed with each failure; PROVE_SEED repeats one. */
export const SEED = Number(process.env.PROVE_SEED ?? 20_261_121)

/** Keeps what a proof has counted, for the summary of the long run. */
export function keepFigures(name: string, figures: Record<string, number | string>): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify({ name, seed: SEED, ...figures }, null, 2)}\n`)
}
