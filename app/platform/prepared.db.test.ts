import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { db, inTransaction } from './db.server.ts'

const database = useDatabase({ max: 1 })
const OFTEN = 6

afterEach(() => database.owner().query('drop table if exists things'))

async function aTable(): Promise<void> {
  await database
    .owner()
    .query('create table things (id int); insert into things values (1); grant select on things to peach_app')
}

const readThings = (id: number) => sql<{ id: number }>`select * from things where id = ${id}`

async function preparedOf(text: string): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from pg_prepared_statements where statement like ${`${text}%`}`.execute(db)
  return rows[0]!.n
}

describe('frequent statements', () => {
  test('are parsed once a connection, in a transaction and outside of one', async () => {
    await aTable()
    for (let n = 0; n < OFTEN; n += 1) await inTransaction((tx) => readThings(n).execute(tx))
    expect(await preparedOf('select * from things')).toBe(1)
    expect((await readThings(1).execute(db)).rows).toEqual([{ id: 1 }])
    expect(await preparedOf('select * from things')).toBe(1)
  })

  test('survive a migration that adds a column while they are prepared: a transaction is repeated, and a read fails at most once', async () => {
    await aTable()
    for (let n = 0; n < OFTEN; n += 1) await inTransaction((tx) => readThings(1).execute(tx))
    await database.owner().query('alter table things add column name text')
    expect((await inTransaction((tx) => readThings(1).execute(tx))).rows).toEqual([{ id: 1, name: null }])
    await readThings(1).execute(db)
    await database.owner().query('alter table things add column more text')
    await readThings(1)
      .execute(db)
      .catch(() => {})
    expect((await readThings(1).execute(db)).rows).toEqual([{ id: 1, name: null, more: null }])
  })

  test('several of one transaction are sent together and answered in order; a failing one rolls them all back', async () => {
    await aTable()
    const answers = await inTransaction((tx) =>
      Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(tx))),
    )
    expect(answers.map(({ rows }) => rows[0]!.n)).toEqual([1, 2, 3])
    await database.owner().query('grant insert on things to peach_app')
    const failing = inTransaction((tx) =>
      Promise.all([
        sql`insert into things values (2)`.execute(tx),
        sql`insert into things values ('no number')`.execute(tx),
        sql`insert into things values (3)`.execute(tx),
      ]),
    )
    await expect(failing).rejects.toThrow(/invalid input syntax/)
    expect((await database.owner().query('select id from things')).rows).toEqual([{ id: 1 }])
  })

  test('an insert with a conflict on a partial index works the hundredth time as it did the first', async () => {
    await database.owner().query(`
      create table things (id int, kind text); create unique index things_open on things (id) where kind = 'open';
      grant select, insert on things to peach_app`)
    for (let n = 0; n < 100; n += 1)
      await inTransaction((tx) =>
        sql`insert into things (id, kind) values (${n % 7}, ${'open'}) on conflict (id) where kind = ${'open'} do nothing`.execute(
          tx,
        ),
      )
    expect((await database.owner().query('select count(*)::int as n from things')).rows).toEqual([{ n: 7 }])
  })
})
