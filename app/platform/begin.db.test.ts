import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { allowSeconds, db, inTransaction, queryPreparedIn, type Tx } from './db.server.ts'
import { PostgresClient } from './postgres-client.ts'
import { switchOff } from './unsafe/switches.ts'

const database = useDatabase({ max: 1 })

beforeEach(async () => {
  await database.owner().query('create table things (id int primary key); grant all on things to peach_app')
  // The first transaction of a connection sends begin by itself; those after it send it with their first statement.
  await inTransaction(countThings)
})
afterEach(() => database.owner().query('drop table things'))

const addThing = (tx: Tx, id: number) => sql`insert into things values (${id})`.execute(tx)

async function countThings(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from things`.execute(tx)
  return rows[0]!.n
}

async function kept(): Promise<number[]> {
  const { rows } = await database.owner().query<{ id: number }>('select id from things order by id')
  return rows.map(({ id }) => id)
}

describe('a begin that is sent with the first statement', () => {
  test('rolls the first statement back with the rest', async () => {
    const failing = inTransaction(async (tx) => {
      await addThing(tx, 1)
      await addThing(tx, 2)
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    expect(await kept()).toEqual([])
  })

  test('returns the statement’s result: rows, counts, and nothing of the begin', async () => {
    expect(await inTransaction(countThings)).toBe(0)
    const added = await inTransaction((tx) => addThing(tx, 1))
    expect(added).toMatchObject({ rows: [], numAffectedRows: 1n })
    const read = await inTransaction((tx) => sql`select id from things`.execute(tx))
    expect(read.rows).toEqual([{ id: 1 }])
    expect(await kept()).toEqual([1])
  })

  test('a first statement that fails leaves a connection that works', async () => {
    await inTransaction((tx) => addThing(tx, 1))
    for (let n = 0; n < 12; n += 1) {
      await expect(inTransaction((tx) => addThing(tx, 1))).rejects.toThrow(/duplicate key/)
      await expect(inTransaction((tx) => sql`select ${'x'}::int`.execute(tx))).rejects.toThrow(/invalid input/)
    }
    expect(await inTransaction(countThings)).toBe(1)
  })

  test('several first statements at once all run in the transaction, in order', async () => {
    const failing = inTransaction((tx) => Promise.all([addThing(tx, 1), addThing(tx, 2), addThing(tx, 1)]))
    await expect(failing).rejects.toThrow(/duplicate key/)
    expect(await kept()).toEqual([])
    await inTransaction((tx) => Promise.all([addThing(tx, 1), addThing(tx, 2)]))
    expect(await kept()).toEqual([1, 2])
  })

  test('a command without statements, and one that throws before its first, leave nothing open', async () => {
    expect(await inTransaction(async () => 'no statement')).toBe('no statement')
    await expect(inTransaction(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    const open = await database
      .owner()
      .query(`select pid from pg_stat_activity where datname = current_database() and state like 'idle in trans%'`)
    expect(open.rows).toEqual([])
    expect(await inTransaction(countThings)).toBe(0)
  })

  test('a begin that fails skips its statement: it never runs alone', async () => {
    const client = new PostgresClient({ connectionString: database.url() })
    await client.connect()
    expect(await client.begin(), 'the first one of a connection opens at once').toBe(true)
    await client.query('commit')
    expect(await client.begin()).toBe(false)
    await client.query('deallocate begin')
    await expect(client.queryBeginning('insert into things values ($1)', [7])).rejects.toMatchObject({ code: '26000' })
    await client.end()
    expect(await kept()).toEqual([])
  })

  test('a connection that has lost its statements is discarded, and the command runs once on another', async () => {
    await sql`deallocate all`.execute(db)
    await inTransaction((tx) => addThing(tx, 5))
    expect(await kept()).toEqual([5])
  })
})

describe('with short transactions switched off, Kysely’s own', () => {
  beforeEach(() => switchOff(['short-transactions']))
  afterEach(() => switchOff([]))

  test('roll back what a failing command wrote, and commit what the next one writes', async () => {
    const failing = inTransaction(async (tx) => {
      await addThing(tx, 1)
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    await inTransaction((tx) => addThing(tx, 2))
    expect(await kept()).toEqual([2])
  })

  test('fail where the error of a statement was ignored, instead of committing nothing', async () => {
    const careless = inTransaction(async (tx) => {
      await addThing(tx, 1)
      await addThing(tx, 1).catch(() => {})
    })
    await expect(careless).rejects.toThrow(/current transaction is aborted/)
    expect(await kept()).toEqual([])
  })

  test('run a prepared statement and let a command take longer', async () => {
    const rows = await inTransaction(async (tx) => {
      await allowSeconds(tx, 30)
      const { rows: limits } = await sql<{
        limit: string
      }>`select current_setting('statement_timeout') as limit`.execute(tx)
      expect(limits[0]!.limit).toBe('30s')
      return queryPreparedIn<{ n: number }>(tx, 'a-number', 'select $1::int as n', [7])
    })
    expect(rows).toEqual([{ n: 7 }])
  })
})
