import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { PostgresClient } from './postgres-client.ts'
import { switchOff } from './unsafe/switches.ts'

const database = useDatabase()
let client: PostgresClient
let described = 0

beforeEach(async () => {
  await database
    .owner()
    .query('create table things (id int primary key, name text); grant select, insert, update on things to public')
  client = new PostgresClient({ connectionString: database.serverUrl(), pipeline: true })
  await client.connect()
  described = 0
  const { connection } = client as unknown as { connection: { on(event: string, heard: () => void): void } }
  connection.on('rowDescription', () => (described += 1))
})

afterEach(async () => {
  switchOff([])
  await client.end()
  await database.owner().query('drop table things')
})

const KINDS = `select $1::int as n, null::text as nothing, 9007199254740993::bigint as big, true as yes, 'x'::text as n2,
  array['a', 'b'] as list, '{"a": 1}'::jsonb as json, '2026-11-28 12:00:00.123+00'::timestamptz as at, '\\x00ff'::bytea as bytes`
const kinds = (n: number) => client.query({ name: 'kinds', text: KINDS, values: [n] })

test('a prepared statement asks for its columns once a connection, and answers the same without', async () => {
  const [first, second] = [await kinds(1), await kinds(2)]
  expect(described).toBe(1)
  expect(second.rows).toEqual([{ ...first.rows[0], n: 2 }])
  expect({ ...second, rows: [], _parsers: [] }).toEqual({ ...first, rows: [], _parsers: [] })
  expect(second.rows[0]).toMatchObject({ nothing: null, big: 9007199254740993n, list: ['a', 'b'], json: { a: 1 } })
  const together = await Promise.all([kinds(3), kinds(4), kinds(5)])
  expect(together.map(({ rows }) => (rows as { n: number }[]).map(({ n }) => n))).toEqual([[3], [4], [5]])
  expect(described).toBe(1)
})

test('switched off, it asks each time', async () => {
  switchOff(['known-columns'])
  await kinds(1)
  await kinds(2)
  expect(described).toBe(2)
})

test('statements without rows, and with none or several, keep their counts and columns', async () => {
  const add = (id: number) =>
    client.query({ name: 'add', text: 'insert into things (id, name) values ($1, $2)', values: [id, `name ${id}`] })
  const list = (least: number) =>
    client.query({ name: 'list', text: 'select id, name from things where id >= $1 order by id', values: [least] })
  for (const id of [1, 2, 3]) expect(await add(id)).toMatchObject({ command: 'INSERT', rowCount: 1, rows: [] })
  expect(described).toBe(0)
  const names = async (least: number) => (await list(least)).rows.map((row: { name: string }) => row.name)
  expect([await names(9), await names(2), await names(9)]).toEqual([[], ['name 2', 'name 3'], []])
  expect((await list(9)).fields.map(({ name }) => name)).toEqual(['id', 'name'])
  expect(described).toBe(1)
})

test('one that fails leaves those beside it and those after it as they are', async () => {
  await kinds(1)
  const text = 'select $1::text::int as n'
  const number = (value: string) => client.query<{ n: number }>({ name: 'number', text, values: [value] })
  const results = await Promise.allSettled([number('one'), kinds(2), number('2'), number('two'), kinds(3), number('3')])
  expect(results.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect((await number('4')).rows).toEqual([{ n: 4 }])
})

test('columns that a migration has changed under a prepared statement are never read as the old ones', async () => {
  const all = () => client.query({ name: 'all', text: 'select * from things', values: [] })
  await database.owner().query(`insert into things values (1, 'one')`)
  expect((await all()).rows).toEqual([{ id: 1, name: 'one' }])
  await database.owner().query('alter table things rename name to title')
  await expect(all()).rejects.toMatchObject({ code: '0A000' })
})
