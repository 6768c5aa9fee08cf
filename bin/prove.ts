/**
 * `npm run prove`: runs in full what `npm test` runs a sample of. The proofs about money run part after part. After each one, its figures
 * are kept in tests/proof/proven.json and written to docs/proof.md, so that a stopped run loses only its last part.
 * Then the money modules run on the system's PostgreSQL, which db/proven-on.json records, and every screen at all four widths.
 * `-- --only boundaries` (several: `--only rest --only histories-2`) runs some parts; PROVE_SEED repeats a seed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from './build-if-stale.ts'
import { HISTORY_PIECES, type Proven, writeProofPage } from './proof-page.ts'
import { makeReportFolder } from './reports.ts'
import { ROOT, run } from './run.ts'
import { ON_BOTH_VERSIONS, recordHeldOn } from './second-postgres.ts'
import { startSystemPostgres, systemPostgresVersion } from './system-postgres.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

type Part = { files: string[]; env?: Record<string, string> }

/**
 * Which files run together: those of one proof, or as much as one processor can do beside another. Each piece of the histories has its own
 * seeds.
 */
const PARTS: Record<string, Part> = {
  rest: { files: ['planted-bugs', 'gateway-faults', 'restore-drill', 'races'] },
  lines: { files: ['planted-lines'] },
  outages: { files: ['database-outages'] },
  orders: { files: ['webhook-orders'] },
  boundaries: { files: ['boundaries-'] },
  watermarks: { files: ['watermarks'] },
  leaks: { files: ['leak-scan'] },
  'media-kills': { files: ['media-kills'] },
  'live-kills': { files: ['live-kills'] },
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

/** For a proof without counts, only whether it held is recorded. */
const OTHER_PARTS: Record<string, () => Promise<boolean>> = {
  'second-postgres': provenOnSystemPostgres,
  widths: seenAtAllWidths,
}

const { values: options } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const all = [...Object.keys(PARTS), ...Object.keys(OTHER_PARTS)]
const unknown = (options.only ?? []).filter((part) => !all.includes(part))
if (unknown.length > 0) {
  console.error(`no part is called ${unknown.join(', ')}; there are ${all.join(', ')}`)
  process.exit(2)
}

// Proofs are about a database on a disk.
useTemporaryFolder({ onDisk: true })
const KEPT = join(ROOT, 'tests', 'proof', 'proven.json')

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

// The page and its data change after each part.
const OWN = [':!docs/proof.md', ':!tests/proof/proven.json', ':!db/proven-on.json']
const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...OWN) === '' ? '' : ' and changes'
const commit = `${git('rev-parse', '--short', 'HEAD')}${changed}`

async function play(part: string): Promise<boolean> {
  const reports = makeReportFolder(`prove-${part}`)
  const results = join(reports, 'figures')
  const { files, env } = PARTS[part]!
  const began = performance.now()
  const ran = await run('vitest', ['run', ...files.map((name) => `tests/proof/${name}`)], {
    show: true,
    env: { PROVE: 'full', PEACH_REPORTS: reports, ...env },
  })
  const minutes = Math.round((performance.now() - began) / 60_000)
  const proven: Proven = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Proven) : {}
  for (const file of existsSync(results) ? readdirSync(results) : [])
    proven[`${part}/${file.replace('.json', '')}`] = {
      ...(JSON.parse(readFileSync(join(results, file), 'utf8')) as Record<string, string | number>),
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

/** The modules that depend on the database most, on the oldest supported version. */
async function provenOnSystemPostgres(): Promise<boolean> {
  const version = systemPostgresVersion()
  const system = await startSystemPostgres()
  if (version === null || !system) {
    console.error('PostgreSQL 15 of the system is missing: apt-get install postgresql-15')
    return false
  }
  try {
    const ran = await run('vitest', ['run', '--project', 'database', ...ON_BOTH_VERSIONS], {
      show: true,
      env: { TEST_DATABASE_URL: system.url },
    })
    if (ran.code === 0) recordHeldOn(version)
    return ran.code === 0
  } finally {
    await system.stop()
  }
}

async function seenAtAllWidths(): Promise<boolean> {
  buildIfStale()
  const ran = await run(
    'playwright',
    ['test', '--config', 'tests/e2e/playwright.config.ts', 'pages.spec.ts', 'foreign-nodes.spec.ts'],
    {
      show: true,
      env: { PAGE_WIDTHS: 'all', PEACH_REPORTS: makeReportFolder('prove-widths') },
    },
  )
  return ran.code === 0
}

let held = true
for (const part of options.only ?? all) {
  const other = OTHER_PARTS[part]
  const partHeld = other ? await other() : await play(part)
  if (other) console.log(`${part}: ${partHeld ? 'held' : 'did not hold'}`)
  held = partHeld && held
}
process.exitCode = held ? 0 : 1
