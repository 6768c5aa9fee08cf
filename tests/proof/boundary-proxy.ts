import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Where the process is killed: before its k-th message is sent, or after the message was answered and before the process gets the answer.
 */
export type Cut = { at: number; when: 'before' | 'after' }

/**
 * Runs between a command process, PostgreSQL and the gateway, and counts all messages that it sends to either as one sequence. At the
 * chosen message it kills the process. It does not interpret what is sent.
 */
export type BoundaryProxy = {
  databaseUrl: string
  gatewayUrl: string
  /** Starts counting; `kill` is called at the cut and must not return before the process is dead. */
  arm(cut: Cut | null, kill: () => void): void
  /** How many messages were counted since. */
  counted(): number
  /** A short name of the k-th message. */
  names(): readonly string[]
  close(): Promise<void>
}

export async function startBoundaryProxy(targets: { databaseUrl: string; gatewayUrl: string }): Promise<BoundaryProxy> {
  const state = new Counter()
  const sockets = new Set<Socket>()
  const database = new URL(targets.databaseUrl)
  const wire = createServer((client) => {
    const server = connectTo(database)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    relay(client, server, state)
  })
  const gateway = createHttpServer((request, response) => void passOn(request, response, targets.gatewayUrl, state))
  await Promise.all([listen(wire), listen(gateway)])
  const through = new URL(database)
  through.hostname = '127.0.0.1'
  through.port = String(portOf(wire))
  through.searchParams.delete('host')
  return {
    databaseUrl: through.href,
    gatewayUrl: `http://127.0.0.1:${portOf(gateway)}`,
    arm: (cut, kill) => state.arm(cut, kill),
    counted: () => state.names.length,
    names: () => state.names,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      gateway.closeAllConnections()
      await Promise.all([wire, gateway].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

class Counter {
  names: string[] = []
  private cut: Cut | null = null
  private kill: (() => void) | null = null

  arm(cut: Cut | null, kill: () => void): void {
    this.names = []
    this.cut = cut
    this.kill = kill
  }

  /** Counts one message and returns its number: 0 while nothing is counted, null if the process was killed before it could be sent. */
  leaves(name: string): number | null {
    if (!this.kill) return 0
    this.names.push(name)
    return this.isCut('before', this.names.length) ? null : this.names.length
  }

  /** Whether the answer of a message must not be delivered. Several may be open: a pipeline is answered in order. */
  isAnswerCut(message: number): boolean {
    return this.kill !== null && this.isCut('after', message)
  }

  private isCut(when: Cut['when'], message: number): boolean {
    if (this.cut?.when !== when || this.cut.at !== message) return false
    const { kill } = this
    this.kill = null
    kill?.()
    return true
  }
}

const QUERY = 0x51
const SYNC = 0x53
const READY = 0x5a
const PARSE = 0x50
const BIND = 0x42

/**
 * One connection of the PostgreSQL protocol: typed messages of known length after the first one. One counted message ends with a simple
 * query or a sync, its answer with "ready for query".
 */
function relay(client: Socket, server: Socket, state: Counter): void {
  let started = false
  let label = ''
  const prepared = new Map<string, string>()
  const unanswered: number[] = []
  let waiting = Buffer.alloc(0)
  client.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    for (;;) {
      const length = started ? 1 + read32(waiting, 1) : read32(waiting, 0)
      if (Number.isNaN(length) || waiting.length < length) return
      const frame = waiting.subarray(0, length)
      waiting = waiting.subarray(length)
      const type = started ? frame[0] : null
      started = true
      if (type === PARSE) prepared.set(textAt(frame, 5), sqlOf(frame, frame.indexOf(0, 5) + 1))
      if (type === QUERY) label = sqlOf(frame, 5)
      if (type === BIND) label = prepared.get(textAt(frame, frame.indexOf(0, 5) + 1)) ?? '?'
      if (type === QUERY || type === SYNC) {
        const number = state.leaves(label)
        if (number === null) {
          server.destroy()
          return
        }
        unanswered.push(number)
      }
      server.write(frame)
    }
  })
  let answers = Buffer.alloc(0)
  server.on('data', (chunk) => {
    answers = Buffer.concat([answers, chunk])
    let whole = 0
    for (;;) {
      const length = 1 + read32(answers, whole + 1)
      if (Number.isNaN(length) || answers.length < whole + length) break
      // The first one of a connection answers its start.
      if (answers[whole] === READY && state.isAnswerCut(unanswered.shift() ?? 0)) {
        client.destroy()
        return
      }
      whole += length
    }
    client.write(answers.subarray(0, whole))
    answers = answers.subarray(whole)
  })
}

function read32(bytes: Buffer, at: number): number {
  return bytes.length >= at + 4 ? bytes.readInt32BE(at) : Number.NaN
}

function textAt(message: Buffer, start: number): string {
  return message.subarray(start, message.indexOf(0, start)).toString('utf8')
}

function sqlOf(message: Buffer, start: number): string {
  return message
    .subarray(start, start + 60)
    .toString('utf8')
    .split('\0')[0]!
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The gateway's side: whole requests and whole responses. */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  state: Counter,
): Promise<void> {
  const body = await readWhole(request)
  const number = state.leaves(`${request.method} ${new URL(request.url ?? '/', target).pathname}`)
  if (number === null) return void request.destroy()
  const { host: own, connection: _, 'content-length': __, ...headers } = request.headers
  // A payment page is beside the gateway's own address: for the command process it is beside the proxy's.
  const here = `http://${own}`
  const sent = body.toString('utf8').replaceAll(here, target)
  try {
    const answer = await fetch(new URL(request.url ?? '/', target), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: sent === '' ? null : sent,
    })
    const text = (await answer.text()).replaceAll(target, here)
    if (state.isAnswerCut(number)) return void request.destroy()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end(text)
  } catch {
    request.destroy()
  }
}

async function readWhole(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function connectTo(database: URL): Socket {
  const folder = database.searchParams.get('host')
  const port = Number(database.port || 5432)
  return folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, database.hostname)
}

function listen(server: { listen(port: number, host: string, done: () => void): unknown }): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

function portOf(server: { address(): AddressInfo | string | null } | Server): number {
  return (server.address() as AddressInfo).port
}
