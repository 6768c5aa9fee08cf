import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { createWeb, type Web } from './web.ts'

let web: Web
let port: number
type Headers = Record<string, string | string[] | undefined>
let serveFile: (headers: Headers) => void = () => {}
/** Replaces the files of the build where a test answers by itself. */
let serve: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null = null

const route = (path: string, policy: Record<string, string>) => ({
  id: path,
  parentId: 'root',
  path,
  module: {
    handle: { audience: 'everyone', policy },
    loader: () => null,
    ...(policy.POST ? { action: () => null } : {}),
  },
})
const [GET, POST] = ['everybody', 'everybody']
const ROUTES = {
  routes: {
    root: { id: 'root', path: '', module: {} },
    'sign-out': route('sign-out', { GET, POST }),
    terms: route('terms', { GET }),
    'uploads/:uploadId?': route('uploads/:uploadId?', {
      GET,
      POST,
      PATCH: 'everybody',
      DELETE: 'everybody',
      OPTIONS: 'everybody',
    }),
  },
} as unknown as ServerBuild
let started = false

beforeAll(async () => {
  useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
  web = createWeb({
    checkoutOrigins: [],
    workshop: {
      serveFile: (request, response, next) => {
        if (serve) return serve(request, response, next)
        serveFile(request.headers)
        response.end('reached')
      },
      // The routes are read at the start; a request that reaches them fails.
      build: () => (started ? Promise.reject(new Error('no pages here')) : Promise.resolve(ROUTES)),
    },
  })
  await web.becomeReady()
  started = true
  web.server.listen(0, '127.0.0.1')
  await once(web.server, 'listening')
  port = (web.server.address() as AddressInfo).port
})
afterAll(() => {
  web.server.closeAllConnections()
  web.server.close()
})

/** Sends a request exactly as given, where fetch would normalise it. Returns the status. */
async function ask(method: string, target: string, headers: Record<string, string> = {}): Promise<number> {
  const lines = Object.entries({ host: 'localhost:3000', connection: 'close', 'content-length': '0', ...headers })
  const socket = connect(port, '127.0.0.1')
  socket.end(`${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return Number(answer.split(' ')[1])
}

describe('the HTTP entry', () => {
  it('an error while answering one request ends that answer and not the server', async () => {
    serveFile = () => {
      throw new RangeError('start is beyond end')
    }
    expect(await ask('GET', '/favicon.svg')).toBe(500)
    serveFile = () => {}
    expect(await ask('GET', '/favicon.svg')).toBe(200)
  })

  it('an unreadable request is answered with the headers of every response', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(await ask('GE T', '/')).toBe(400)
  })

  it('files of the build are sent whole: a range never reaches their handler', async () => {
    let seen: unknown = 'nothing'
    serveFile = (headers) => (seen = headers.range)
    await ask('GET', '/favicon.svg', { range: 'bytes=5-2' })
    expect(seen).toBeUndefined()
    // Media are no files of the build.
    await ask('GET', '/media/x/audio', { range: 'bytes=0-1' })
    expect(seen).toBeUndefined()
  })

  it('a target that is not one of our paths is a bad request', async () => {
    expect(await ask('OPTIONS', '*')).toBe(400)
    expect(await ask('GET', 'http://evil.example/x')).toBe(400)
  })

  it('a form from another site is refused, and dots in the path do not change that', async () => {
    const evil = { origin: 'http://evil.example' }
    for (const target of [
      '/age',
      '//age',
      '/age.data',
      '/webhooks/../age',
      '/webhooks/%2e%2e/age',
      '/webhooks/..\\age',
      '//webhooks/flutterwave',
      '/webhooks/other',
      '/dev/clock',
      '/dev/../age',
    ])
      expect(await ask('POST', target, evil), target).toBe(403)
    expect(await ask('POST', '/age', { origin: 'null' })).toBe(403)
    expect(await ask('POST', '/age', {})).toBe(403)
    expect(await ask('POST', '/dev/../age', {})).toBe(403)
    expect(await ask('POST', '/age', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask('POST', '/age', { referer: 'http://evil.example/localhost:3000' })).toBe(403)
    expect(await ask('POST', '/age', { origin: 'http://localhost:3000' })).toBe(200)
    expect(await ask('POST', '/age', { referer: 'http://localhost:3000/public-feed' })).toBe(200)
    expect(await ask('POST', '/webhooks/flutterwave', evil)).toBe(200)
    expect(await ask('POST', '/dev/clock', {})).toBe(200)
  })

  it('a body that is too large or of unknown length is refused before it is read', async () => {
    const ours = { origin: 'http://localhost:3000' }
    expect(await ask('POST', '/age', { ...ours, 'content-length': String(27 * 1024 * 1024) })).toBe(413)
    const chunked = connect(port, '127.0.0.1')
    chunked.write(
      `POST /age HTTP/1.1\r\nhost: localhost:3000\r\norigin: http://localhost:3000\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const [answer] = (await once(chunked, 'data')) as [Buffer]
    expect(answer.toString()).toContain('411')
    chunked.destroy()
  })

  describe('methods', () => {
    /** The whole response to raw text. */
    async function raw(text: string): Promise<string> {
      const socket = connect(port, '127.0.0.1')
      socket.end(text)
      let answer = ''
      for await (const chunk of socket) answer += String(chunk)
      return answer
    }
    const to = (method: string, target: string) =>
      raw(`${method} ${target} HTTP/1.1\r\nhost: localhost:3000\r\nconnection: close\r\n\r\n`)

    it('ROUTE-03 every method that is not listed is answered 405 with the methods of the address', async () => {
      for (const method of [
        'TRACE',
        'PROPFIND',
        'PUT',
        'QUERY',
        'LOCK',
        'SEARCH',
        'SUBSCRIBE',
        'PEACH',
        'get',
        'G~T',
      ]) {
        const answer = await to(method, '/sign-out')
        expect(answer.split('\r\n')[0], method).toBe('HTTP/1.1 405 Method Not Allowed')
        expect(answer, method).toMatch(/\r\nallow: GET, /i)
        expect(answer, method).toContain('x-content-type-options: nosniff')
        expect(answer, method).not.toMatch(/\n\s+at /)
      }
      expect(await to('TRACE', '/sign-out')).toMatch(/\r\nallow: GET, HEAD, POST\r\n/i)
      expect(await to('TRACE', '/terms')).toMatch(/\r\nallow: GET, HEAD\r\n/i)
      expect(await to('PROPFIND', '/uploads/x')).toMatch(/\r\nallow: GET, HEAD, POST, PATCH, DELETE, OPTIONS\r\n/i)
      expect(await to('TRACE', '/healthz')).toMatch(/\r\nallow: GET, HEAD\r\n/i)
      expect(await to('TRACE', '*')).toMatch(/\r\nallow: GET, HEAD, POST, PATCH, DELETE, OPTIONS\r\n/i)
    })

    it('an invalid request line is a bad request', async () => {
      expect(await raw('PEACH\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
      expect(await raw('PE ACH / HTTP/1.1\r\nhost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    })

    it('CONNECT is refused, an upgrade is an ordinary request, and the server keeps working after both', async () => {
      expect(await raw('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\nmore')).toMatch(
        /^HTTP\/1\.1 405 [^]*allow: /,
      )
      for (const upgrade of ['websocket', 'h2c'])
        expect(
          await raw(
            `GET /favicon.svg HTTP/1.1\r\nhost: localhost:3000\r\nconnection: upgrade, close\r\nupgrade: ${upgrade}\r\n\r\n`,
          ),
        ).toMatch(/^HTTP\/1\.1 200 /)
      expect(await ask('GET', '/favicon.svg')).toBe(200)
    })
  })

  describe('a rush', () => {
    it('of one connection is worked on four at a time, and all of it is answered in order', async () => {
      const held: (() => void)[] = []
      let most = 0
      let done = 0
      serve = (request, response) => {
        most = Math.max(most, held.length + 1)
        held.push(() => response.end(`<${request.url}>`))
      }
      const socket = connect(port, '127.0.0.1')
      const wanted = Array.from({ length: 3_000 }, (_, index) => `/file${index}`)
      socket.write(wanted.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost:3000\r\n\r\n`).join(''))
      let answer = ''
      socket.on('data', (chunk) => (answer += String(chunk)))
      while (done < wanted.length) {
        while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
        held.shift()!()
        done += 1
      }
      while (!answer.includes('</file2999>')) await once(socket, 'data')
      socket.destroy()
      serve = null
      expect(most).toBe(4)
      expect([...answer.matchAll(/<(\/file\d+)>/g)].map((match) => match[1])).toEqual(wanted)
    })

    it('that leaves does not keep the server from the next', async () => {
      let reached = 0
      serve = () => void (reached += 1)
      const socket = connect(port, '127.0.0.1')
      socket.write('GET /file HTTP/1.1\r\nhost: localhost:3000\r\n\r\n'.repeat(1_000))
      await vi.waitFor(() => expect(reached).toBeGreaterThanOrEqual(4))
      socket.destroy()
      await once(socket, 'close')
      serve = null
      expect(await ask('GET', '/favicon.svg')).toBe(200)
      expect(reached).toBe(4)
    })

    it('of large forms is asked to wait before any of them has been read', async () => {
      // Only the head is sent: a server that waited for the body would never answer.
      let reached = 0
      serve = (_, __, next) => {
        reached += 1
        next()
      }
      const statuses: number[] = []
      let last = ''
      for (let number = 0; number < 25; number += 1) {
        const socket = connect(port, '127.0.0.1')
        socket.write(
          'POST /profile/edit HTTP/1.1\r\nhost: localhost:3000\r\norigin: http://localhost:3000\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 26000000\r\n\r\n',
        )
        const [chunk] = (await once(socket, 'data')) as [Buffer]
        last = chunk.toString()
        statuses.push(Number(last.split(' ')[1]))
        socket.destroy()
      }
      serve = null
      expect(reached).toBe(25)
      expect(statuses.filter((status) => status === 429)).toHaveLength(5)
      expect(last).toMatch(/retry-after: \d+\r\n/i)
      expect(last).toMatch(/Wait \d+ seconds, then try again\./)
    })
  })
})
