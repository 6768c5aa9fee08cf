import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { closeDatabase, db, inTransaction, openDatabase } from './db.server.ts'

const { serverUrl } = useDatabase()

/** A proxy between us and the database. Connections that it swallows stay open, and nothing gets through; those made later work. */
const open = new Set<{ swallowed: boolean }>()
let proxy: Server
const sockets = new Set<Socket>()

beforeAll(async () => {
  const target = new URL(serverUrl())
  proxy = createServer((client) => {
    const folder = target.searchParams.get('host')
    const port = Number(target.port || 5432)
    const server = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname)
    const pipe = { swallowed: false }
    open.add(pipe)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => (client.destroy(), server.destroy()))
    }
    client.on('data', (chunk) => {
      if (!pipe.swallowed) server.write(chunk)
    })
    server.on('data', (chunk) => client.write(chunk))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  await closeDatabase()
  const through = new URL(target)
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as AddressInfo).port)
  through.searchParams.delete('host')
  openDatabase(through.href, { max: 1, queryTimeoutMs: 300 })
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  proxy.close()
})

const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

test.each([
  ['a read', () => sql`select 1`.execute(db)],
  ['a transaction', () => inTransaction((tx) => sql`select 1`.execute(tx))],
  [
    'several of one transaction',
    () => inTransaction((tx) => Promise.all([1, 2].map((n) => sql`select ${n}::int`.execute(tx)))),
  ],
])('%s whose answer never arrives fails, and a caller that waited for its connection gets another', async (_, ask) => {
  const before = await backend()
  for (const pipe of open) pipe.swallowed = true
  const failing = expect(ask()).rejects.toThrow(/Query read timeout|Connection terminated|not queryable|was closed/)
  // There is one connection: this one waits behind it.
  const next = backend()
  await failing
  expect(await next).not.toBe(before)
})
