import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { queryPrepared } from './db.server.ts'
import { readFirst, readTogether } from './read-together.server.ts'

useDatabase({ max: 4 })

const connection = () => queryPrepared<{ pid: number }>('which-connection', 'select pg_backend_pid() as pid', [])
const pids = async (asked: Promise<{ pid: number }[][]>) => new Set((await asked).map(([row]) => row!.pid)).size
const three = () => Promise.all([connection(), connection(), connection()])

describe('reads that begin together', () => {
  test('use one connection and are answered each for itself', async () => {
    expect(await pids(readTogether(three))).toBe(1)
    expect(await pids(readTogether(() => readTogether(three)))).toBe(1)
    expect(await pids(three())).toBeGreaterThan(1)
  })

  test('one that fails does not fail the others, and the next ones are answered', async () => {
    const answers = await readTogether(() =>
      Promise.allSettled([
        queryPrepared('one', 'select 1 as n', []),
        queryPrepared('by-zero', 'select 1 / $1::int as n', [0]),
        queryPrepared('two', 'select 2 as n', []),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await readTogether(() => queryPrepared('three', 'select 3 as n', []))).toEqual([{ n: 3 }])
  })

  test('what is read after an answer, or where nothing is collected, is asked alone; an error of the code is thrown', async () => {
    const later = readTogether(async () => {
      const [first] = await connection()
      return [first, ...(await connection())]
    })
    expect(await later).toHaveLength(2)
    expect(() =>
      readTogether(() => {
        throw new Error('wrong')
      }),
    ).toThrow('wrong')
    expect(await connection()).toHaveLength(1)
  })
})

describe('reads that wait for nobody', () => {
  test('are answered on one connection while all others are taken, and together where many ask', async () => {
    const taken = Array.from({ length: 12 }, () => queryPrepared('sleep', 'select pg_sleep(1)', []))
    const began = performance.now()
    const asked = await Promise.all(Array.from({ length: 50 }, () => readFirst(connection)))
    expect(performance.now() - began).toBeLessThan(700)
    expect(new Set(asked.map(([row]) => row!.pid)).size).toBe(1)
    await Promise.all(taken)
  })

  test('fail each for itself, and the next ones are answered', async () => {
    const byZero = () => queryPrepared('first-by-zero', 'select 1 / $1::int as n', [0])
    const answers = await Promise.allSettled([readFirst(connection), readFirst(byZero), readFirst(connection)])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await readFirst(connection)).toHaveLength(1)
  })
})
