// The server: hosted page, gateway API and control addresses on one port.
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refusal } from './api/envelope.ts'
import { findRoute } from './api/routes.ts'
import { checkout } from './checkout-routes.ts'
import { createSystemClock, type SimulatorClock } from './clock.ts'
import { control } from './control.ts'
import { Courier } from './courier.ts'
import { faultyAnswer, pickFault, spoil } from './faults.ts'
import { type Answer, BodyTooLarge, type Call, json, readBody } from './http.ts'
import { DEFAULT_CONFIG, refusalToStart } from './options.ts'
import { Store } from './store.ts'
import { runTimer } from './timer-actions.ts'
import { Timers } from './timers.ts'
import type { SimulatorConfig } from './surroundings.ts'
import type { World } from './world.ts'

export interface SimulatorOptions extends Partial<SimulatorConfig> {
  clock?: SimulatorClock
}

export interface Simulator {
  /** Origin without a slash at the end; the API is under `/v3`. */
  url: string
  port: number
  clock: SimulatorClock
  /** Runs what is due and waits until the webhooks on the way are answered (10 s at most). */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Starts a simulator in this process. Throws when its settings look like live ones. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { clock = createSystemClock(), ...settings } = options
  const config: SimulatorConfig = { ...DEFAULT_CONFIG, ...settings }
  const problem = refusalToStart(config)
  if (problem) throw new Error(problem)
  const store = new Store(config.dataDir)
  const world: World = { config, clock, store, timers: new Timers(store, clock), courier: new Courier() }
  const server = createServer((request, response) => void respond(world, request, response))
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'))
  await listen(server, config)
  config.port = (server.address() as AddressInfo).port
  // The courier first: a timer that was due in the meantime may give it something to send at once.
  world.courier.start(world)
  world.timers.start((action, dueAt) => runTimer(world, action, dueAt))
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return {
    url: `http://${host}:${config.port}`,
    port: config.port,
    clock,
    async settled() {
      world.timers.runDue()
      await world.courier.idle(10_000)
    },
    async close() {
      world.timers.close()
      world.courier.close()
      clock.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await world.courier.idle(1_000)
      store.close()
    },
  }
}

function listen(server: Server, config: SimulatorConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function respond(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    world.clock.refresh()
    world.timers.runDue()
    const call = await readCall(world, request)
    if (call === null)
      return send(world, response, json(400, { status: 'error', message: 'Invalid request', data: null }))
    if (call.path.startsWith('/control')) {
      return send(world, response, await control(world, call, request.socket.remoteAddress ?? ''))
    }
    const shown = await checkout(world, call)
    if (shown) return send(world, response, shown)
    if (call.path === '/v3' || call.path.startsWith('/v3/')) return await answerApi(world, call, response)
    if (call.path === '/healthz') return send(world, response, json(200, { status: 'ok' }))
    send(world, response, json(404, { status: 'error', message: 'Not found', data: null }))
  } catch (error) {
    if (!(error instanceof BodyTooLarge) && !request.destroyed) console.error('simulator: a request failed', error)
    if (response.headersSent || response.destroyed) return void response.destroy()
    const status = error instanceof BodyTooLarge ? 413 : 500
    send(
      world,
      response,
      json(
        status,
        { status: 'error', message: 'The request could not be handled', data: null },
        { connection: 'close' },
      ),
    )
  } finally {
    world.timers.runDue()
  }
}

async function answerApi(world: World, call: Call, response: ServerResponse): Promise<void> {
  const keyProblem = problemWithKey(world, call)
  if (keyProblem) return send(world, response, refusal(401, keyProblem))
  if (call.body === null) return send(world, response, refusal(413, 'Request entity too large'))
  const route = findRoute(call)
  if (!route) return send(world, response, refusal(404, 'Not found'))
  const fault = pickFault(world, call)
  if (!fault) return send(world, response, await route(world))
  const real = fault.afterWork ? await route(world) : null
  world.store.commit()
  if (fault.holdMs) await world.timers.wait(fault.holdMs)
  const broken = faultyAnswer(fault, real)
  if (broken) return send(world, response, broken)
  await spoil(fault, real ?? json(200, {}), response)
}

function problemWithKey(world: World, call: Call): string | null {
  const header = call.headers.authorization ?? ''
  if (!/^Bearer \S/i.test(header)) return 'Authorization required'
  const given = Buffer.from(header.slice('Bearer '.length).trim())
  const right = Buffer.from(world.config.secretKey)
  return given.length === right.length && timingSafeEqual(given, right) ? null : 'Invalid authorization key'
}

/** The request with its body; null when its address is invalid. */
async function readCall(world: World, request: IncomingMessage): Promise<Call | null> {
  const body = await readBody(request)
  const target = request.url ?? '/'
  if (!target.startsWith('/') || !URL.canParse(`http://localhost${target}`)) return null
  const { pathname, searchParams } = new URL(`http://localhost${target}`)
  const host = request.headers.host ?? ''
  const isHost = /^(?:[\w.-]+|\[[0-9a-f:]+\])(?::\d+)?$/i.test(host)
  return {
    method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
    path: pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname,
    query: searchParams,
    headers: request.headers,
    origin: `http://${isHost ? host : `localhost:${world.config.port}`}`,
    body,
  }
}

function send(world: World, response: ServerResponse, answer: Answer): void {
  world.store.commit()
  if (response.destroyed || response.headersSent) return
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(Buffer.byteLength(answer.body)) })
  response.end(answer.body)
}
