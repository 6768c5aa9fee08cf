import { Worker } from 'node:worker_threads'
import { type Bench, type Figure, percentile } from './figure.ts'
import { steadyLatencies } from './open-loop.ts'
import { ATTACKS, type Outcome, type Target } from './siege-attacks.ts'
import { siegeDatabase } from './siege-database.ts'
import { signIn } from './sign-in.ts'
import { type Fixture, withFixture } from './demo-server.ts'

const PER_SECOND = 20
const MAX_MS = 300
const VISITOR = { 'x-forwarded-for': '102.80.7.9', cookie: 'peach_adult=1' }
const PAGES = [
  { name: 'a shared page', path: '/public-feed' },
  { name: 'a page of one’s own', path: '/auth' },
]

/** How long a normal visitor waits during an attack. */
export const siege: Bench = {
  name: 'siege',
  description:
    'a visitor at a steady pace while somebody holds 500 slow sockets, pipelines 20,000 requests, sends forms of 400,000 parts, or the database restarts 30 times',
  needs: 'about 400 MB of disk and 9 minutes',
  // As behind a proxy, so that visitor and attacker come from different networks, and with the rate limits of the product.
  run: async (options) => [
    ...(await withFixture((fixture) => besiege(fixture, options.rounds, options.seconds), {
      TRUST_PROXY: '1',
      BUDGET_FACTOR: '1',
    })),
    ...(await siegeDatabase.run(options)),
  ],
}

async function besiege({ product }: Fixture, rounds: number, seconds: number): Promise<Figure[]> {
  const { url } = product
  const target = {
    host: new URL(url).hostname,
    port: Number(new URL(url).port),
    cookie: await signIn(url, 'okello@demo.peach.example'),
  }
  for (const { path } of PAGES) await fetch(url + path, { headers: VISITOR })
  const figures: Figure[] = PAGES.map(({ name }) => figureOf(`${name} in peace, p99`))
  for (let round = 0; round < rounds; round += 1) await measure(url, seconds, figures)
  for (const attack of ATTACKS.map(({ name }) => name)) {
    const under: Figure[] = PAGES.map(({ name }) => figureOf(`${name} under ${attack}, p99`, MAX_MS))
    const lines = product.output().split('\n').length
    for (let round = 0; round < rounds; round += 1) {
      const end = begin(attack, target)
      await measure(url, seconds, under)
      validate(attack, await end())
    }
    const logged = product.output().split('\n').length - lines
    if (logged > rounds * seconds * 3) throw new Error(`${attack} left ${logged} lines in the log`)
    figures.push(...under)
  }
  return figures
}

async function measure(url: string, seconds: number, figures: Figure[]): Promise<void> {
  const latencies = await Promise.all(
    PAGES.map(({ path }) => steadyLatencies(url + path, { perSecond: PER_SECOND, seconds, headers: VISITOR })),
  )
  for (const [index, values] of latencies.entries()) figures[index]!.values.push(percentile(values, 0.99))
}

/**
 * Starts an attack in a separate thread, so that the measurement does not wait for the attacker's own work. Returns a function that ends
 * it.
 */
function begin(name: string, target: Target): () => Promise<Outcome> {
  const attacker = new Worker(new URL('./siege-attacker.ts', import.meta.url), { workerData: { name, target } })
  const outcome = new Promise<Outcome>((resolve, reject) => {
    attacker.once('message', resolve)
    attacker.once('error', reject)
  })
  outcome.catch(() => {})
  return async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    attacker.postMessage('end')
    const came = await outcome
    await attacker.terminate()
    return came
  }
}

/** An attack must get what the product promises: refusals, and no failures. */
function validate(attack: string, outcome: Outcome): void {
  console.log(
    `${attack}: ${Object.entries(outcome)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  )
  if ((outcome.failed ?? 0) > 0) throw new Error(`${attack} made ${outcome.failed} requests fail`)
}

function figureOf(name: string, max?: number): Figure {
  return { name, unit: 'ms', values: [], target: max === undefined ? null : { max } }
}
