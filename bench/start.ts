import { setTimeout as sleep } from 'node:timers/promises'
import { type Product, startProduct } from '#tests/support/product.ts'
import { buildIfStale } from '../bin/build-if-stale.ts'
import type { Bench, Figure } from './figure.ts'
import { childrenOf, residentMiB } from './processes.ts'

const MAX_FIRST_STARTS = 3
const SETTLED_AFTER_MS = 120_000

type Measured = {
  first: number[]
  later: number[]
  killed: number[]
  fresh: Record<string, number>
  settled: Record<string, number>
}

/** Starts on an empty folder, later starts, also after a kill that orphaned the database, and the memory of each process. */
export const start: Bench = {
  name: 'start',
  description:
    'first start with the demo data, later starts, starts after a kill -9, and resident memory of each process',
  needs: 'about 300 MB of disk and 6 minutes',
  run: async ({ rounds }) => {
    buildIfStale()
    const measured: Measured = { first: [], later: [], killed: [], fresh: {}, settled: {} }
    for (let round = 0; round < Math.min(rounds, MAX_FIRST_STARTS); round += 1)
      await measureFirst(measured, round === 0 ? rounds : 0)
    const figures: Figure[] = [
      { name: 'first start with the demo data', unit: 's', values: measured.first, target: { max: 60 } },
      { name: 'later start to the first page', unit: 's', values: measured.later, target: { max: 3 } },
      { name: 'start after a kill -9 to the first page', unit: 's', values: measured.killed, target: { max: 10 } },
    ]
    for (const [name, value] of Object.entries(measured.fresh)) figures.push(memory(`${name} after the start`, value))
    for (const [name, value] of Object.entries(measured.settled))
      figures.push(memory(`${name} two minutes later`, value))
    return figures
  },
}

function memory(name: string, value: number): Figure {
  return { name, unit: 'MiB', values: [value], target: { max: 250 } }
}

/** One first start; with `laterStarts` the same folder is then started again so often, and the last start is observed for two minutes. */
async function measureFirst(measured: Measured, laterStarts: number): Promise<void> {
  let { product, seconds } = await timed()
  measured.first.push(seconds)
  try {
    for (let again = 0; again < laterStarts; again += 1) {
      await product.stop()
      ;({ product, seconds } = await timed(product.dataDir))
      measured.later.push(seconds)
      await product.kill()
      ;({ product, seconds } = await timed(product.dataDir))
      measured.killed.push(seconds)
    }
    if (laterStarts === 0) return
    measured.fresh = memoryOf(product)
    await sleep(SETTLED_AFTER_MS)
    measured.settled = memoryOf(product)
  } finally {
    await product.remove()
  }
}

/** Starts the product and requests a page as soon as it reports that it is ready. */
async function timed(dataDir?: string): Promise<{ product: Product; seconds: number }> {
  const began = performance.now()
  const product = await startProduct({ dataDir, readyWithin: 240_000 })
  const page = await fetch(product.url)
  if (page.status !== 200) throw new Error(`the first page answered ${page.status}`)
  return { product, seconds: (performance.now() - began) / 1_000 }
}

function memoryOf(product: Product): Record<string, number> {
  const held: Record<string, number> = { server: residentMiB(product.pid) }
  const [simulator] = childrenOf(product.pid, 'simulator/main.ts')
  if (simulator === undefined) throw new Error('the simulator of the product was not found among its processes')
  held.simulator = residentMiB(simulator)
  const [web] = childrenOf(product.pid, 'web-process.ts')
  if (web !== undefined) held['one of two web processes'] = residentMiB(web)
  const [pictures] = childrenOf(product.pid, 'image-worker')
  if (pictures !== undefined) held['picture worker'] = residentMiB(pictures)
  return held
}
