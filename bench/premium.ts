import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNSAFE_decodeViaTurboStream as decodeLoaderData } from 'react-router'
import { build } from 'vite'
import { type BaselineServer, startBaseline } from './baseline-server.ts'
import { alternate, type Bench, type Figure, percentile, ratios } from './figure.ts'
import { steadyLatencies } from './open-loop.ts'
import { cpuPerRequest } from './processes.ts'
import { signIn } from './sign-in.ts'
import { withFixture } from './demo-server.ts'
import { lacksWrk } from './wrk.ts'

const PATH = '/unblocked-feed'
const CONNECTIONS = 4
const ROOT = join(import.meta.dirname, '..')
// Inside the project, so that the built view finds React.
const RESULTS = join(ROOT, 'bench', '.results')

/** The signed-in feed, rendered on each request, compared with React's own stream of the same tree. */
export const premium: Bench = {
  name: 'premium',
  description:
    'the signed-in premium feed: processor time to React rendering the same tree, and latency at 50 requests a second',
  needs: 'about 300 MB of disk and 3 minutes',
  lacks: lacksWrk,
  run: ({ rounds, seconds }) =>
    withFixture(async ({ product }) => {
      const url = product.url + PATH
      const cookie = await signIn(product.url, 'brian@demo.peach.example')
      mkdirSync(RESULTS, { recursive: true })
      const folder = mkdtempSync(join(RESULTS, 'react-'))
      const baseline = await startReact(folder, url, cookie)
      try {
        return await measure(url, cookie, product.pid, baseline, rounds, seconds)
      } finally {
        await baseline.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    }),
}

async function measure(
  url: string,
  cookie: string,
  pid: number,
  baseline: BaselineServer,
  rounds: number,
  seconds: number,
): Promise<Figure[]> {
  const plain = { cookie }
  const brotli = { cookie, 'accept-encoding': 'br' }
  const measured = await alternate(rounds, {
    warm: () => cpuPerRequest(url, pid, { connections: CONNECTIONS, seconds: 1, headers: plain }),
    ours: () => cpuPerRequest(url, pid, { connections: CONNECTIONS, seconds, headers: plain }),
    compressed: () => cpuPerRequest(url, pid, { connections: CONNECTIONS, seconds, headers: brotli }),
    limit: () => cpuPerRequest(baseline.url, baseline.pid, { connections: CONNECTIONS, seconds, headers: plain }),
    p99: async () =>
      percentile(await steadyLatencies(url, { perSecond: 50, seconds: seconds * 2, headers: brotli }), 0.99),
  })
  return [
    {
      name: 'premium feed, processor time to React',
      unit: '×',
      values: ratios(measured.ours, measured.limit),
      target: { max: 4 },
    },
    {
      name: 'the same with brotli',
      unit: '×',
      values: ratios(measured.compressed, measured.limit),
      target: { max: 4 },
    },
    { name: 'p99 at 50 requests/s', unit: 'ms', values: measured.p99, target: { max: 100 } },
    { name: 'premium feed, processor time', unit: 'ms', values: measured.ours, target: null },
    { name: 'React alone, processor time', unit: 'ms', values: measured.limit, target: null },
  ]
}

/** Builds the view for the server, passes the data of the product's loaders, and verifies that both send the same page body. */
async function startReact(folder: string, url: string, cookie: string): Promise<BaselineServer> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '#app': join(ROOT, 'app') } },
    build: { ssr: join(ROOT, 'bench', 'premium-tree.tsx'), outDir: folder, assetsInlineLimit: 0, emptyOutDir: false },
  })
  const answer = await fetch(`${url}.data`, { headers: { cookie } })
  const { value } = await decodeLoaderData(answer.body!, globalThis)
  const routes = value as Record<string, { data: unknown }>
  const file = join(folder, 'data.json')
  writeFileSync(file, JSON.stringify({ root: routes.root!.data, feed: routes['web/fan/premium-feed']!.data }))
  const baseline = await startBaseline('react-stream.ts', [join(folder, 'premium-tree.js'), file])
  const [ours, theirs] = await Promise.all([bodyOf(url, cookie), bodyOf(baseline.url, cookie)])
  if (ours !== theirs)
    throw new Error(`the baseline renders another page: ${theirs.length} characters instead of ${ours.length}`)
  return baseline
}

/** The content of `<body>` up to the router's own scripts. */
async function bodyOf(url: string, cookie: string): Promise<string> {
  const html = await (await fetch(url, { headers: { cookie } })).text()
  const inside = html.slice(html.indexOf('<body>') + 6, html.lastIndexOf('</body>'))
  const scripts = inside.indexOf('<script')
  return scripts < 0 ? inside : inside.slice(0, scripts)
}
