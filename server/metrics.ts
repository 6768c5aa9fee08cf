import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { countMoneyWaiting } from '#app/domain/overview/waiting.server.ts'
import { countOpenJobs } from '#app/platform/queue.server.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

// Plain numbers on the hot path; prom-client's labelled counters cost more than the answers they count.
const answered = new Map<number, number>()
const requests = new Counter({
  name: 'http_responses_total',
  help: 'Answers by status class',
  labelNames: ['class'],
  registers: [registry],
})
const jobs = new Gauge({
  name: 'jobs_open',
  help: 'Jobs that wait or run',
  registers: [registry],
  async collect() {
    this.set(await countOpenJobs())
  },
})

// One gauge with a label, so that one query fills it.
const waiting = new Gauge({
  name: 'money_waiting',
  help: 'What about money waits for a person',
  labelNames: ['what'],
  registers: [registry],
  async collect() {
    const all = await countMoneyWaiting()
    this.set({ what: 'chargebacks_open' }, all.chargebacks)
    this.set({ what: 'payouts_halted' }, all.halts)
    this.set({ what: 'payouts_to_look_at' }, all.payoutLooks)
    this.set({ what: 'refunds_failed' }, all.refundsFailed)
    this.set({ what: 'refunds_to_decide' }, all.refundsOpen)
    this.set({ what: 'differences_open' }, all.differences)
  },
})

export function countRequest(_request: IncomingMessage, response: ServerResponse): void {
  response.on('finish', count)
}

function count(this: ServerResponse): void {
  countAnswer(this.statusCode)
}

/** For an answer that leaves at once: what waits for its end costs more than sending it. */
export function countAnswer(status: number): void {
  const group = Math.floor(status / 100)
  answered.set(group, (answered.get(group) ?? 0) + 1)
}

export async function renderMetrics(): Promise<string> {
  requests.reset()
  for (const [group, number] of answered) requests.inc({ class: `${group}xx` }, number)
  void jobs
  void waiting
  return registry.metrics()
}

/** Without a token the figures stand on a loopback port of their own, out of reach from outside. */
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
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 })
    })
  })
}
