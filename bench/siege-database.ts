import { setTimeout as pause } from 'node:timers/promises'
import { beginSiege, openOwnPage, restartDatabase, type Siege, untilServed } from '#tests/proof/database-siege.ts'
import { buildIfStale } from '../bin/build-if-stale.ts'
import { type Bench, type Figure, percentile } from './figure.ts'

const RESTARTS = 30
const ASK_EVERY_MS = 50

/** The part of the siege against the database: 30 restarts, and one freeze without notice. */
async function restartAndFreeze(): Promise<Figure[]> {
  buildIfStale()
  const siege = await beginSiege()
  try {
    const visitor = new Visitor(siege.product.url)
    const { exits, acknowledged, lost, backAfterMs } = await restartDatabase(siege, RESTARTS)
    const latencies = await visitor.leave()
    return [
      { name: `exits of the server in ${RESTARTS} restarts`, unit: '×', values: [exits], target: { max: 0 } },
      {
        name: 'served again after the database',
        unit: 'ms',
        values: [Math.max(...backAfterMs)],
        target: { max: 2_000 },
      },
      { name: 'writes acknowledged meanwhile', unit: '×', values: [acknowledged], target: { min: 100 } },
      { name: 'acknowledged writes that were lost', unit: '×', values: [lost.length], target: { max: 0 } },
      {
        name: 'a visitor meanwhile, page or 503, p99',
        unit: 'ms',
        values: [percentile(latencies, 0.99)],
        target: { max: 300 },
      },
      ...(await freeze(siege)),
    ]
  } finally {
    await siege.end()
  }
}

export const siegeDatabase: Bench = {
  name: 'siege-database',
  description:
    'the database restarted 30 times, fast and immediate, idle and while twenty people write, and frozen once',
  needs: 'about 100 MB of disk and 4 minutes',
  run: restartAndFreeze,
}

/** A visitor who requests a shared page all the time, and waits for each response. */
class Visitor {
  #going = true
  #latencies: number[] = []
  #asking: Promise<void>

  constructor(url: string) {
    this.#asking = this.#ask(`${url}/public-feed`)
  }

  /** How long each response took, in milliseconds. */
  async leave(): Promise<number[]> {
    this.#going = false
    await this.#asking
    return this.#latencies
  }

  async #ask(page: string): Promise<void> {
    const headers = { cookie: 'peach_adult=1', accept: 'text/html' }
    while (this.#going) {
      const { status, ms } = await timed(() => fetch(page, { headers }))
      if (status !== 200 && status !== 503) throw new Error(`a visitor got ${status}`)
      this.#latencies.push(ms)
      await pause(ASK_EVERY_MS)
    }
  }
}

async function freeze(siege: Siege): Promise<Figure[]> {
  siege.database.freeze()
  try {
    const [ready, page] = await Promise.all([
      timed(() => fetch(`${siege.product.url}/readyz`)),
      timed(() => openOwnPage(siege)),
    ])
    if (ready.status !== 503 || page.status !== 503)
      throw new Error(`a frozen database answered ${ready.status} and ${page.status}`)
    return [
      { name: '/readyz of a frozen database', unit: 'ms', values: [ready.ms], target: { max: 2_000 } },
      { name: 'a page of a frozen database', unit: 'ms', values: [page.ms], target: { max: 10_000 } },
    ]
  } finally {
    siege.database.thaw()
    await untilServed(siege)
  }
}

async function timed(ask: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  const answer = await ask()
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - began }
}
