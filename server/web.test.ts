import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { createWeb, type Web } from './web.ts'

let web: Web
let port: number
let serveFile: (headers: Record<string, string | string[] | undefined>) => void = () => {}

beforeAll(async () => {
  useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
  web = createWeb({
    checkoutOrigins: [],
    workshop: {
      serveFile: (request, response) => {
        serveFile(request.headers)
        response.end('reached')
      },
      build: () => Promise.reject(new Error('no pages here')),
    },
  })
  await web.becomeReady()
  web.server.listen(0, '127.0.0.1')
  await once(web.server, 'listening')
  port = (web.server.address() as AddressInfo).port
})
afterAll(() => {
  web.server.closeAllConnections()
  web.server.close()
})

/** Sends a request to the letter: what fetch would tidy stays as it is. Answers the status. */
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

  it('what is no readable request is answered under the headers of every answer', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(await ask('GE T', '/')).toBe(400)
  })

  it('files of the build are sent whole: a range never reaches what serves them', async () => {
    let seen: unknown = 'nothing'
    serveFile = (headers) => (seen = headers.range)
    await ask('GET', '/favicon.svg', { range: 'bytes=5-2' })
    expect(seen).toBeUndefined()
    await ask('GET', '/media/x/audio', { range: 'bytes=0-1' })
    expect(seen).toBe('bytes=0-1')
  })

  it('a target that is no path of ours is a bad request', async () => {
    expect(await ask('OPTIONS', '*')).toBe(400)
    expect(await ask('GET', 'http://evil.example/x')).toBe(400)
  })

  it('a form from elsewhere is refused, and no detour in the path changes that', async () => {
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
})
