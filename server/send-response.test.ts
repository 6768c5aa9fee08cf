import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFile } from '#app/gateways/media-store/disk-bytes.server.ts'
import { sendBytes } from './send-response.ts'

const FILES = 12
const SIZE = 1_500_000
let folder: string
let server: Server
let port: number
const contents: Buffer[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'peach-send-'))
  for (let file = 0; file < FILES; file += 1) {
    contents.push(randomBytes(SIZE))
    writeFileSync(join(folder, String(file)), contents[file]!)
  }
  server = createServer((request, response) => {
    const stream = openFile(join(folder, request.url!.slice(1)), { from: 1_000, to: SIZE - 1 })
    void stream.then((body) => {
      response.writeHead(200, { 'content-length': SIZE - 1_000 })
      return sendBytes(response, body!)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const isWhole = (bytes: Buffer, file: number): boolean => bytes.equals(contents[file]!.subarray(1_000))

test('many files at once arrive whole although their memory is used again', async () => {
  for (let round = 0; round < 5; round += 1) {
    const bodies = await Promise.all(
      contents.map(async (_, file) =>
        Buffer.from(await (await fetch(`http://127.0.0.1:${port}/${file}`)).arrayBuffer()),
      ),
    )
    expect(bodies.map(isWhole)).toEqual(contents.map(() => true))
  }
})

test('a slow reader, and requests sent before the answers of earlier ones, get the right bytes', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write([3, 4, 5].map((file) => `GET /${file} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
  // Others use the memory meanwhile.
  const others = Promise.all(
    contents.map((_, file) => fetch(`http://127.0.0.1:${port}/${file}`).then((one) => one.arrayBuffer())),
  )
  const chunks: Buffer[] = []
  let received = 0
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    received += chunk.length
    if (chunks.length % 4 === 0) await sleep(5)
    if (received > 3 * (SIZE - 1_000) + 200) break
  }
  await others
  let rest = Buffer.concat(chunks)
  for (const file of [3, 4, 5]) {
    const begin = rest.indexOf('\r\n\r\n') + 4
    expect(isWhole(rest.subarray(begin, begin + SIZE - 1_000), file), `file ${file}`).toBe(true)
    rest = rest.subarray(begin + SIZE - 1_000)
  }
})

test('readers who leave in the middle spoil nobody else’s bytes', async () => {
  for (let round = 0; round < 20; round += 1) {
    const stop = new AbortController()
    const leaving = fetch(`http://127.0.0.1:${port}/1`, { signal: stop.signal })
    const answer = await leaving
    await answer.body!.getReader().read()
    const staying = fetch(`http://127.0.0.1:${port}/2`)
    stop.abort()
    expect(isWhole(Buffer.from(await (await staying).arrayBuffer()), 2)).toBe(true)
  }
})
