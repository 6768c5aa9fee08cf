import { connect, type Socket } from 'node:net'

/** What an attack did, to be compared with the expected result. */
export type Outcome = Record<string, number>

export type Target = { host: string; port: number; cookie: string }

/** An attack on a running server. It continues until `signal` ends it, and returns its result. */
type Attack = { name: string; run(target: Target, signal: AbortSignal): Promise<Outcome> }

// The attackers' network: the visitor comes from another one.
const FROM = 'x-forwarded-for: 198.51.100.7'
const SLOW_SOCKETS = 500
const PIPELINED = 20_000
const FLOOD_SOCKETS = 10
const BOMBS_AT_ONCE = 4

/** Five hundred connections that send one header line a second and never end the request. */
const slowSockets: Attack = {
  name: '500 slow sockets',
  async run({ host, port }, signal) {
    const sockets = new Set<Socket>()
    let opened = 0
    const open = (): void => {
      const socket = connect(port, host)
      opened += 1
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        if (!signal.aborted) setTimeout(() => !signal.aborted && open(), 1_000)
      })
      socket.write(`GET /auth HTTP/1.1\r\nhost: ${host}\r\n${FROM}\r\n`)
    }
    for (let index = 0; index < SLOW_SOCKETS; index += 1) open()
    const drip = setInterval(() => {
      for (const socket of sockets) socket.write('x-more: slowly\r\n')
    }, 1_000)
    await ended(signal)
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
    return { opened }
  },
}

/** Twenty thousand requests, all of one socket at once: half for a shared page, half for one that is rendered on each request. */
const pipelinedFlood: Attack = {
  name: '20,000 pipelined requests',
  async run({ host, port }, signal) {
    const outcome: Outcome = { sent: 0, ok: 0, refused: 0, failed: 0, cut: 0 }
    const each = PIPELINED / FLOOD_SOCKETS
    const flood = async (): Promise<void> => {
      const requests = Array.from(
        { length: each },
        (_, index) =>
          `GET ${index % 2 === 0 ? '/public-feed' : '/auth'}?other=${index} HTTP/1.1\r\nhost: ${host}:${port}\r\n${FROM}\r\ncookie: peach_adult=1\r\n\r\n`,
      ).join('')
      outcome.sent! += each
      const statuses = await statusesOf(connect(port, host), requests, each, signal)
      for (const status of statuses) {
        if (status === 200) outcome.ok! += 1
        else if (status === 429 || status === 503) outcome.refused! += 1
        else outcome.failed! += 1
      }
      outcome.cut! += each - statuses.length
    }
    await Promise.all(Array.from({ length: FLOOD_SOCKETS }, flood))
    return outcome
  },
}

/** Forms of hundreds of thousands of empty files, 26 MB and 10 MB, sent by a signed-in account. */
const multipartBomb: Attack = {
  name: 'the multipart bomb',
  async run({ host, port, cookie }, signal) {
    const outcome: Outcome = { sent: 0, refused: 0, other: 0 }
    const part = '--b\r\ncontent-disposition: form-data; name="avatar"; filename=""\r\n\r\n\r\n'
    const bodies = [
      { path: '/onboarding/profile', body: part.repeat(Math.floor(26_000_000 / part.length)) },
      { path: '/profile/edit', body: part.repeat(Math.floor(10_000_000 / part.length)) },
    ]
    const bomb = async (first: number): Promise<void> => {
      for (let turn = first; !signal.aborted; turn += 1) {
        const { path, body } = bodies[turn % bodies.length]!
        const head = `POST ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\n${FROM}\r\norigin: http://${host}:${port}\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n`
        outcome.sent! += 1
        const [status] = await statusesOf(connect(port, host), head + body, 1, signal)
        if (status === 413 || status === 429 || status === 503) outcome.refused! += 1
        else outcome.other! += 1
      }
    }
    await Promise.all(Array.from({ length: BOMBS_AT_ONCE }, (_, index) => bomb(index)))
    return outcome
  },
}

export const ATTACKS: readonly Attack[] = [slowSockets, pipelinedFlood, multipartBomb]

/** Writes to a connection and returns the statuses received, until there are enough, it is closed, or the time is over. */
function statusesOf(socket: Socket, text: string, most: number, signal: AbortSignal): Promise<number[]> {
  return new Promise((resolve) => {
    const statuses: number[] = []
    let rest = ''
    const finish = (): void => {
      signal.removeEventListener('abort', finish)
      socket.destroy()
      resolve(statuses)
    }
    signal.addEventListener('abort', finish)
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('close', finish)
    socket.on('data', (chunk: string) => {
      rest += chunk
      for (const match of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(match[1]))
      // A status line may be split between two chunks.
      rest = /HTTP\/1\.1 (?!\d{3} )[^]{0,3}$|H?T?T?P?\/?1?\.?1?$/.exec(rest.slice(-12))?.[0] ?? ''
      if (statuses.length >= most) finish()
    })
    socket.write(text)
  })
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
