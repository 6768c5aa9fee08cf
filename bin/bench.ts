/**
 * `npm run bench`: measures speed and memory, each figure with its limit from the same run (docs/performance.md). `-- --only NAME` runs
 * one, `-- --list` names them, `-- --rounds N --seconds N` shortens a run during development.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { audit } from '../bench/audit.ts'
import { chatPage } from '../bench/chat-page.ts'
import { type Bench, type Figure, median, meets, printTable } from '../bench/figure.ts'
import { http } from '../bench/http.ts'
import { ledger } from '../bench/ledger.ts'
import { ledgerSize } from '../bench/ledger-size.ts'
import { live } from '../bench/live.ts'
import { mass } from '../bench/mass.ts'
import { media } from '../bench/media.ts'
import { memory } from '../bench/memory.ts'
import { photos } from '../bench/photos.ts'
import { premium } from '../bench/premium.ts'
import { privatePages } from '../bench/private.ts'
import { publishing } from '../bench/publishing.ts'
import { scale } from '../bench/scale.ts'
import { search } from '../bench/search.ts'
import { shares } from '../bench/shares.ts'
import { siege } from '../bench/siege.ts'
import { staffSignIn } from '../bench/staff-sign-in.ts'
import { start } from '../bench/start.ts'
import { tips } from '../bench/tips.ts'
import { unsafe } from '../bench/unsafe.ts'
import { wallet } from '../bench/wallet.ts'
import { video } from '../bench/video.ts'
import { watermark } from '../bench/watermark.ts'
import { weight } from '../bench/weight.ts'

const BENCHES: Bench[] = [
  start,
  weight,
  http,
  premium,
  privatePages,
  media,
  photos,
  publishing,
  mass,
  memory,
  staffSignIn,
  ledger,
  ledgerSize,
  live,
  chatPage,
  audit,
  scale,
  tips,
  wallet,
  search,
  shares,
  siege,
  unsafe,
  video,
  watermark,
]
const RESULTS = join(import.meta.dirname, '..', 'bench', '.results')

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
})

process.env.NODE_ENV = 'production'
const chosen = options.only ? BENCHES.filter((bench) => bench.name === options.only) : BENCHES
if (chosen.length === 0)
  throw new Error(`there is no bench "${options.only}": ${BENCHES.map((bench) => bench.name).join(', ')}`)
for (const bench of chosen) console.log(`${bench.name.padEnd(8)} ${bench.description}; needs ${bench.needs}`)
if (!options.list) for (const bench of chosen) await measure(bench)

async function measure(bench: Bench): Promise<void> {
  const lacking = bench.lacks?.() ?? null
  console.log(`\n== ${bench.name}${lacking ? `: skipped, ${lacking}` : ''}`)
  if (lacking) return
  const figures = await bench.run({ rounds: Number(options.rounds), seconds: Number(options.seconds) })
  printTable(figures)
  keep(bench.name, figures)
  if (!figures.every(meets)) process.exitCode = 1
}

function keep(name: string, figures: Figure[]): void {
  mkdirSync(RESULTS, { recursive: true })
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const summary = figures.map((figure) => ({ ...figure, median: median(figure.values), met: meets(figure) }))
  const report = {
    name,
    measuredAt: new Date().toISOString(),
    machine,
    rounds: Number(options.rounds),
    figures: summary,
  }
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
}
