/**
 * `npm run prove`: the proofs about money in full counts, where `npm test` holds a seeded sample of each. They are played part after part;
 * after each one tests/proof/proven.json keeps what it counted, and docs/proof.md says so, so that a run that was stopped has lost only
 * its last part. `-- --only boundaries` (several: `--only rest --only histories-2`) plays some parts; PROVE_SEED repeats a seed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { HISTORY_PIECES, type Proven, writeProofPage } from './proof-page.ts'
import { ROOT, run } from './run.ts'

type Part = { files: string[]; env?: Record<string, string> }

/** Which files play together: those of one proof, or what one processor can do beside another. Each piece of the histories has seeds of its own. */
const PARTS: Record<string, Part> = {
  rest: { files: ['planted-bugs', 'gateway-faults', 'restore-drill', 'races'] },
  outages: { files: ['database-outages'] },
  orders: { files: ['webhook-orders'] },
  boundaries: { files: ['boundaries-'] },
  ...Object.fromEntries(
    HISTORY_PIECES.map((piece, nth) => [
      piece,
      {
        files: ['histories-'],
        env: {
          PROVE_SEED: `${Number(process.env.PROVE_SEED ?? 20_261_121) + nth * 1_000}`,
        },
      },
    ]),
  ),
}

const { values: options } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
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

// The page and what it is made of change after each part.
const OWN = [':!docs/proof.md', ':!tests/proof/proven.json']
const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...OWN) === '' ? '' : ' and changes'
const commit = `${git('rev-parse', '--short', 'HEAD')}${changed}`

async function play(part: string): Promise<boolean> {
  rmSync(RESULTS, { recursive: true, force: true })
  const { files, env } = PARTS[part]!
  const began = performance.now()
  const ran = await run('vitest', ['run', ...files.map((name) => `tests/proof/${name}`)], {
    show: true,
    env: { PROVE: 'full', ...env },
  })
  const minutes = Math.round((performance.now() - began) / 60_000)
  const proven: Proven = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Proven) : {}
  for (const file of existsSync(RESULTS) ? readdirSync(RESULTS) : [])
    proven[`${part}/${file.replace('.json', '')}`] = {
      ...(JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as Record<string, string | number>),
      part,
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
