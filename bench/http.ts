import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBaseline } from './baseline-server.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'
import { measureFreshness } from './freshness.ts'
import { withFixture } from './demo-server.ts'
import { lacksWrk, load } from './wrk.ts'

const CONNECTIONS = 16
const ADULT = { cookie: 'peach_adult=1' }
const BROTLI = { ...ADULT, 'accept-encoding': 'br' }
const PAGES = [
  { name: 'feed', path: '/public-feed' },
  { name: 'landing', path: '/' },
  { name: 'profile', path: '/amina_k' },
]

/** Anonymous pages of the running product, compared with a bare server that sends the same bytes. */
export const http: Bench = {
  name: 'http',
  description:
    'anonymous feed, landing and profile at 16 connections, against node:http sending the same bytes; how soon a change is seen',
  needs: 'about 300 MB of disk and 5 minutes',
  lacks: lacksWrk,
  run: ({ rounds, seconds }) =>
    withFixture(async (fixture) => {
      const figures: Figure[] = []
      for (const page of PAGES) {
        figures.push(
          ...(await measurePage(`${page.name}, brotli`, fixture.product.url + page.path, BROTLI, rounds, seconds)),
        )
        figures.push(
          ...(await measurePage(`${page.name}, plain`, fixture.product.url + page.path, ADULT, rounds, seconds)),
        )
      }
      return [...figures, ...(await measureFreshness(fixture, rounds))]
    }),
}

async function measurePage(
  name: string,
  url: string,
  headers: Record<string, string>,
  rounds: number,
  seconds: number,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'peach-bench-page-'))
  const file = join(folder, 'page.json')
  writeFileSync(file, JSON.stringify(await capture(url, headers)))
  const baseline = await startBaseline('raw-http.ts', [file])
  try {
    const sides = {
      ours: () => load(url, { connections: CONNECTIONS, seconds, headers }),
      limit: () => load(baseline.url, { connections: CONNECTIONS, seconds, headers }),
    }
    await load(url, { connections: CONNECTIONS, seconds: 1, headers })
    await load(baseline.url, { connections: CONNECTIONS, seconds: 1, headers })
    const measured = await alternate(rounds, sides)
    return [
      {
        name: `${name}, to node:http`,
        unit: '×',
        values: ratios(measured.ours, measured.limit),
        target: { min: 0.8 },
      },
      { name, unit: 'req/s', values: measured.ours, target: null },
      { name: `${name}, node:http`, unit: 'req/s', values: measured.limit, target: null },
    ]
  } finally {
    await baseline.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The response as it is on the wire, without what node:http adds by itself. */
export function capture(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: string[]; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`))
        const sent: string[] = []
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const name = response.rawHeaders[index]!
          if (!['date', 'connection', 'keep-alive'].includes(name.toLowerCase()))
            sent.push(name, response.rawHeaders[index + 1]!)
        }
        resolve({ status: 200, headers: sent, body: Buffer.concat(chunks).toString('base64') })
      })
    }).on('error', reject)
  })
}
