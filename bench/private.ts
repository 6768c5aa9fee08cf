import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBaseline } from './baseline-server.ts'
import { withFixture } from './demo-server.ts'
import { alternate, type Bench, type Figure, median, ratios } from './figure.ts'
import { capture } from './http.ts'
import { cpuPerRequest } from './processes.ts'
import { signIn } from './sign-in.ts'
import { lacksWrk, load } from './wrk.ts'

const CONNECTIONS = 16
const FEED = '/unblocked-feed'
const TARGETS = {
  feed: { perSecond: 600, elements: 500 },
  creator: { perSecond: 600, elements: 500 },
}
/** The targets are for a machine on which bare `node:http` answers this many requests a second; a slower one has less to reach. */
const FULL_SPEED = 40_000

/** What a pass holder opens most, rendered for that person on each request: how many one core answers. */
export const privatePages: Bench = {
  name: 'private',
  description:
    'the premium feed and a creator’s page of a pass holder: requests for each second of processor time, size',
  needs: 'about 300 MB of disk and 3 minutes',
  lacks: lacksWrk,
  run: ({ rounds, seconds }) =>
    withFixture(async ({ product }) => {
      const cookie = await signIn(product.url, 'brian@demo.peach.example')
      const feed = await (await fetch(product.url + FEED, { headers: { cookie } })).text()
      const creator = /\/gal\/[0-9a-f-]{36}/.exec(feed)?.[0]
      if (!creator) throw new Error('the premium feed links to no creator')
      const bare = await measureBare(rounds, seconds)
      const ask = { cookie, rounds, seconds, pid: product.pid, scale: Math.min(1, median(bare) / FULL_SPEED) }
      return [
        { name: 'bare node:http, two bytes, 16 connections', unit: 'req/s', values: bare, target: null },
        ...(await measurePage('premium feed', product.url + FEED, { ...ask, target: TARGETS.feed })),
        ...(await measurePage('creator’s page', product.url + creator, { ...ask, target: TARGETS.creator })),
      ]
    }),
}

/** Requests a second of a server that does nothing else. */
async function measureBare(rounds: number, seconds: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'peach-bench-private-'))
  const file = join(folder, 'page.json')
  writeFileSync(file, JSON.stringify({ status: 200, headers: ['content-type', 'text/plain'], body: btoa('ok') }))
  const baseline = await startBaseline('raw-http.ts', [file])
  const options = { connections: CONNECTIONS, seconds, headers: {} }
  try {
    await load(baseline.url, options)
    const values: number[] = []
    for (let round = 0; round < rounds; round += 1) values.push(await load(baseline.url, options))
    return values
  } finally {
    await baseline.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const WARM_REQUESTS = 4_000
const WARM_TRIES = 20

/** Until V8 has compiled what a page runs, however few requests a busy machine answers in a second. */
async function warmUp(url: string, options: Parameters<typeof load>[1]): Promise<void> {
  let sent = 0
  for (let nth = 0; nth < WARM_TRIES && sent < WARM_REQUESTS; nth += 1)
    sent += 3 * (await load(url, { ...options, seconds: 3 }))
}

async function measurePage(
  name: string,
  url: string,
  ask: {
    cookie: string
    rounds: number
    seconds: number
    pid: number
    scale: number
    target: { perSecond: number; elements: number }
  },
): Promise<Figure[]> {
  const { cookie, rounds, seconds, pid, scale, target } = ask
  const headers = { cookie, 'accept-encoding': 'br' }
  const html = await (await fetch(url, { headers: { cookie } })).text()
  const folder = mkdtempSync(join(tmpdir(), 'peach-bench-private-'))
  const file = join(folder, 'page.json')
  const page = await capture(url, headers)
  writeFileSync(file, JSON.stringify(page))
  const baseline = await startBaseline('raw-http.ts', [file])
  const options = { connections: CONNECTIONS, seconds, headers }
  try {
    await warmUp(url, options)
    const measured = await alternate(rounds, {
      ours: () => cpuPerRequest(url, pid, options),
      limit: () => cpuPerRequest(baseline.url, baseline.pid, options),
    })
    return [
      {
        name: `${name}, for each second of processor time`,
        unit: 'req/s',
        values: measured.ours.map((milliseconds) => 1_000 / milliseconds),
        target: { min: Math.round(target.perSecond * scale) },
      },
      {
        name: `${name}, processor time to node:http`,
        unit: '×',
        values: ratios(measured.ours, measured.limit),
        target: null,
      },
      {
        name: `${name}, elements`,
        unit: 'elements',
        values: [html.match(/<[a-z]/g)!.length],
        target: { max: target.elements },
      },
      { name: `${name}, bytes`, unit: 'KB', values: [html.length / 1_000], target: null },
      {
        name: `${name}, bytes with brotli`,
        unit: 'KB',
        values: [Buffer.from(page.body, 'base64').length / 1_000],
        target: null,
      },
    ]
  } finally {
    await baseline.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
