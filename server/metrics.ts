import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { countMoneyWaiting } from '#app/domain/overview/waiting.server.ts'
import { databaseIsAway } from '#app/platform/database-watch.server.ts'
import { log } from '#app/platform/log.server.ts'
import { askFirst, askWebProcesses, onTopic } from '#app/platform/processes.server.ts'
import { countOpenJobs } from '#app/platform/queue.server.ts'

const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })
const liveConnections = new Gauge({
  name: 'live_connections',
  help: 'Open pages that are connected',
  registers: [ofProcess],
})
const ofServer = new Registry()
// Figures from the database are kept apart: if it takes too long, the rest is reported without them.
const ofDatabase = new Registry()

// Plain numbers on the hot path; prom-client's labelled counters cost more than the responses they count.
const answered = new Map<number, number>()
const requests = new Counter({
  name: 'http_responses_total',
  help: 'Answers by status class',
  labelNames: ['class'],
  registers: [ofServer],
})
const databaseUp = new Gauge({
  name: 'database_up',
  help: '1 while the database answers',
  registers: [ofServer],
})
const webProcesses = new Gauge({
  name: 'web_processes',
  help: 'Processes that serve the port now',
  registers: [ofServer],
})
const jobs = new Gauge({
  name: 'jobs_open',
  help: 'Jobs that wait or run',
  registers: [ofDatabase],
  async collect() {
    this.set(await countOpenJobs())
  },
})

// One gauge with a label, so that one query fills it.
const waiting = new Gauge({
  name: 'money_waiting',
  help: 'Money matters that wait for a person',
  labelNames: ['what'],
  registers: [ofDatabase],
  async collect() {
    const all = await countMoneyWaiting()
    this.set({ what: 'chargebacks_open' }, all.chargebacks)
    this.set({ what: 'payouts_halted' }, all.halts)
    this.set({ what: 'payouts_to_check' }, all.payoutChecks)
    this.set({ what: 'refunds_failed' }, all.refundsFailed)
    this.set({ what: 'refunds_to_decide' }, all.refundsOpen)
    this.set({ what: 'differences_open' }, all.differences)
  },
})

export function countLive(change: 1 | -1): void {
  liveConnections.inc(change)
}

export function countRequest(_request: IncomingMessage, response: ServerResponse): void {
  response.on('finish', count)
}

function count(this: ServerResponse): void {
  countAnswer(this.statusCode)
}

/** For a response that is sent at once: waiting for its end would cost more than sending it. */
export function countAnswer(status: number): void {
  const group = Math.floor(status / 100)
  answered.set(group, (answered.get(group) ?? 0) + 1)
}

/** What a web process reports: its responses by class, and the figures of the process. */
type Report = { pid: number; answered: [number, number][]; process: object[] }

/** The last report of each web process, also of those that have ended: a counter never falls. */
const reported = new Map<number, Report['answered']>()

/** Lets the first process ask this web process for its figures. */
export function reportMetrics(): void {
  onTopic('metrics of a process', async (): Promise<Report> => ({
    pid: process.pid,
    answered: [...answered],
    process: await ofProcess.getMetricsAsJSON(),
  }))
}

/**
 * All available figures, summed over the processes of this start; those of the database are left out if they take longer than a second.
 */
export async function renderMetrics(): Promise<string> {
  if (cluster.isWorker) return askFirst<string>('metrics')
  const reports = await askWebProcesses<Report>('metrics of a process', PATIENCE_MS)
  for (const report of reports) reported.set(report.pid, report.answered)
  webProcesses.set(Math.max(1, reports.length))
  requests.reset()
  for (const [group, number] of [answered, ...reported.values()].flatMap((counts) => [...counts]))
    requests.inc({ class: `${group}xx` }, number)
  void jobs
  void waiting
  const counted = databaseIsAway() ? '' : await countInDatabase()
  databaseUp.set(databaseIsAway() ? 0 : 1)
  const processes =
    reports.length === 0
      ? ofProcess
      : AggregatorRegistry.aggregate([await ofProcess.getMetricsAsJSON(), ...reports.map((report) => report.process)])
  return `${await processes.metrics()}${await ofServer.metrics()}${counted}`
}

onTopic('metrics', renderMetrics)

const PATIENCE_MS = 1_000
let counting: Promise<string> | null = null

/** One count at a time: callers meanwhile share its result. Empty if it fails or takes too long. */
async function countInDatabase(): Promise<string> {
  counting ??= ofDatabase
    .metrics()
    .catch(() => '')
    .finally(() => (counting = null))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(''), PATIENCE_MS)
  })
  return Promise.race([counting, late]).finally(() => clearTimeout(timer))
}

/** Without a token the figures are on a loopback port of their own, out of reach from outside. */
export function serveMetricsOnLoopback(): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    renderMetrics().then(
      (body) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body),
      () => response.writeHead(503).end(),
    )
  })
  server.on('error', (error) => log.error({ err: error }, 'the port of the metrics had an error'))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 })
    })
  })
}
