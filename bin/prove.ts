/**
 * `npm run prove`: the proofs about money in full counts, where `npm test` holds a seeded sample of each. Writes their dated summary to
 * docs/proof.md. `-- --histories N` sets the number of histories of each of the two runs; PROVE_SEED repeats a seed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT, run } from './run.ts'

const { values: options } = parseArgs({ options: { histories: { type: 'string', default: '25000' } } })
const RESULTS = join(ROOT, 'tests', 'proof', '.results')
rmSync(RESULTS, { recursive: true, force: true })

const began = performance.now()
const ran = await run('vitest', ['run', 'tests/proof'], {
  show: true,
  env: { PROVE: 'full', HISTORIES: options.histories },
})
const minutes = Math.round((performance.now() - began) / 60_000)

type Figures = Record<string, string | number>
const kept = new Map<string, Figures>(
  (existsSync(RESULTS) ? readdirSync(RESULTS) : []).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as Figures,
  ]),
)
const of = (name: string): Figures => kept.get(name) ?? {}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

const changed =
  git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes that were not committed'
/** A field of several files, summed up. */
const sum = (field: string, ...names: string[]) =>
  names.reduce((total, name) => total + Number(of(name)[field] ?? 0), 0).toLocaleString('en')
const HISTORIES = ['histories-0', 'histories-1']
const BOUNDARIES = ['boundaries-0', 'boundaries-1']
const RACES = ['races', 'races-of-earnings']
const summary = `# What was proven

Written by \`npm run prove\` on ${new Date().toISOString().slice(0, 10)}, commit ${git('rev-parse', '--short', 'HEAD')}${changed}, Node ${process.version}, ${cpus().length} processors, ${minutes} minutes: ${ran.code === 0 ? 'everything held' : '**something did not hold, see below what was counted**'}. \`npm test\` holds a seeded sample of each; a failure prints the seed that repeats it (\`PROVE_SEED\`).

| proof | counted |
| --- | --- |
| random histories over the whole money interface against a pure model (\`tests/proof/histories-*.db.test.ts\`) | ${sum('histories', ...HISTORIES)} histories, ${sum('steps', ...HISTORIES)} steps of ${of('histories-0').kinds ?? 0} kinds, the rarest ${of('histories-0').least ?? 0} % of all; seeds ${HISTORIES.map((name) => of(name).seed).join(' and ')} |
| bugs planted one by one and found by the histories (\`planted-bugs.db.test.ts\`) | ${of('planted-bugs').found ?? 0} of ${of('planted-bugs').planted ?? 0} |
| the server killed before and after each message between it, the database and the gateway (\`boundaries-*.db.test.ts\`) | ${sum('kills', ...BOUNDARIES)} kills at ${of('boundaries-0').points ?? 'no'} points of ${sum('messages', ...BOUNDARIES)} messages in ${sum('flows', ...BOUNDARIES)} flows |
| every fault of the simulated gateway's catalogue (\`gateway-faults.db.test.ts\`) | ${of('gateway-faults').faults ?? 0} faults in ${of('gateway-faults').plays ?? 0} plays |
| what the gateway says, in every order (\`webhook-orders.db.test.ts\`) | ${of('webhook-orders').orders ?? 'no'} orders: ${of('webhook-orders').arrivals ?? 0} of a payment's arrival, ${of('webhook-orders').endings ?? 0} of its end and ${of('webhook-orders').payouts ?? 0} of a payout, ${of('webhook-orders').events ?? 0} events |
| a hundred at the same moment, of whom exactly the allowed number succeeds (\`races*.db.test.ts\`) | ${sum('races', ...RACES)} races, ${sum('acts', ...RACES)} acts, ${sum('allowed', ...RACES)} allowed |
| a backup of ten minutes ago restored and compared with the gateway (\`restore-drill.db.test.ts\`) | ${of('restore-drill').before ?? 0} payments from before, ${of('restore-drill').across ?? 0} found again at the gateway, ${of('restore-drill').queued ?? 0} queued for a person; restored in ${of('restore-drill').seconds ?? '?'} s |

What holds after each of them: every invariant of \`npm run audit\`, and for kills the same end as without one, balances, rights and counts alike.
`
writeFileSync(join(ROOT, 'docs', 'proof.md'), summary)
console.log(`docs/proof.md says what was proven, in ${minutes} minutes`)
process.exitCode = ran.code
