import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure.ts'

const FEW = 100
const MANY = 100_000

type Cost = { name: string; buffers: number; ms: number; statements: number }

/**
 * What the statements of each kind of page take with few and with many pass holders, followers, sales and tips of one creator: the pages of the test
 * that limits their buffers, on a database that it fills.
 */
export async function measurePages(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'peach-bench-pages-'))
  try {
    const few = await costsWith(FEW, join(folder, 'few'))
    const many = new Map((await costsWith(MANY, join(folder, 'many'))).map((cost) => [cost.name, cost]))
    return few.flatMap(({ name, ms, buffers }): Figure[] => {
      const large = many.get(name)!
      console.log(
        `${name}: ${buffers} buffers with ${FEW}, ${large.buffers} with ${MANY}; ${large.statements} statements`,
      )
      return [
        { name: `${name}, ${FEW} people`, unit: 'ms', values: [ms], target: null },
        { name: `${name}, ${MANY.toLocaleString('en-GB')} people`, unit: 'ms', values: [large.ms], target: null },
      ]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function costsWith(people: number, file: string): Promise<Cost[]> {
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ['vitest', 'run', 'tests/page-costs.db.test.ts'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PAGE_COST_PEOPLE: String(people), PAGE_COST_FILE: file },
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code !== 0) return reject(new Error(`the pages could not be measured with ${people} people`))
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      resolve(lines.map((line) => JSON.parse(line) as Cost))
    })
  })
}
