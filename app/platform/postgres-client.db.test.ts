import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { PostgresClient } from './postgres-client.ts'

const database = useDatabase()

const number = (client: PostgresClient, n: number) =>
  client.query<{ n: number }>({ name: `number ${n}`, text: 'select $1::int as n', values: [n] })

test('what is asked in one turn of the event loop is handed to the system once, and what is asked later by itself', async () => {
  const client = new PostgresClient({ connectionString: database.serverUrl(), pipeline: true })
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const handed = vi.spyOn(stream, '_writev')
  const alone = vi.spyOn(stream, '_write')
  const answers = await Promise.all([1, 2, 3].map((n) => number(client, n)))
  expect(answers.map(({ rows }) => rows[0]!.n)).toEqual([1, 2, 3])
  expect([handed.mock.calls.length, alone.mock.calls.length]).toEqual([1, 0])
  expect((await number(client, 4)).rows).toEqual([{ n: 4 }])
  expect(handed.mock.calls.length + alone.mock.calls.length).toBe(2)
  await client.end()
})
