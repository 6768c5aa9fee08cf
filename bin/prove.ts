/**
 * `npm run prove`: the proofs about money in full counts, where `npm test` holds a seeded sample of each. They are played part after part;
 * after each one tests/proof/proven.json keeps what it counted, and docs/proof.md says so, so that a run that was stopped has lost only
 * its last part. `-- --only boundaries` (several: `--only boundaries --only races`) plays some parts, `-- --histories N` sets the number
 * of histories of each of the two halves; PROVE_SEED repeats a seed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Proven, writeProofPage } from './proof-page.ts'
import { ROOT, run } from './run.ts'

/** Which files play together: those of one proof, or what one processor can do beside another. */
const PARTS: Record<string, string[]> = {
  rest: ['planted-bugs', 'gateway-faults', 'restore-drill', 'races'],
  orders: ['webhook-orders'],
  boundaries: ['boundaries-'],
  histories: ['histories-'],
}

const { values: options } = parseArgs({
  options: { histories: { type: 'string', default: '25000' }, only: { type: 'string', multiple: true } },
})
const unknown = (options.only ?? []).filter((part) => !(part in PARTS))
if (unknown.length > 0) {
  console.error(`no part is called ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`)
  process.exit(2)
}

const RESULTS = join(ROOT, 'tests', 'proof', '.results')
const KEPT = join(ROOT, 'tests', 'proof', 'proven.json')

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' and changes'
const commit = `${git('rev-parse', '--short', 'HEAD')}${changed}`

async function play(part: string): Promise<boolean> {
  rmSync(RESULTS, { recursive: true, force: true })
  const began = performance.now()
  const ran = await run('vitest', ['run', ...PARTS[part]!.map((name) => `tests/proof/${name}`)], {
    show: true,
    env: { PROVE: 'full', HISTORIES: options.histories },
  })
  const minutes = Math.round((performance.now() - began) / 60_000)
  const proven: Proven = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Proven) : {}
  for (const file of existsSync(RESULTS) ? readdirSync(RESULTS) : [])
    proven[file.replace('.json', '')] = {
      ...(JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as Record<string, string | number>),
      on: new Date().toISOString().slice(0, 10),
      commit,
      minutes,
      held: ran.code === 0,
    }
  writeFileSync(KEPT, `${JSON.stringify(proven, null, 2)}\n`)
  writeProofPage(join(ROOT, 'docs', 'proof.md'), proven, { node: process.version, processors: cpus().length })
  console.log(`${part}: ${ran.code === 0 ? 'held' : 'did not hold'}, ${minutes} minutes`)
  return ran.code === 0
}

let held = true
for (const part of options.only ?? Object.keys(PARTS)) held = (await play(part)) && held
process.exitCode = held ? 0 : 1
