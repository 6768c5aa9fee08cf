import { describe, expect, test } from 'vitest'
import { StatementNames } from './statement-names.ts'

describe('which statements are prepared', () => {
  test('a text gets a name at its fifth use and keeps it', () => {
    const names = new StatementNames()
    const given = Array.from({ length: 7 }, () => names.of('select 1 where $1'))
    expect(given.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined])
    expect(given[4]).toBeTypeOf('string')
    expect(new Set(given.slice(4)).size).toBe(1)
  })

  test('no two texts share a name', () => {
    const names = new StatementNames()
    const all = Array.from({ length: 100 }, (_, n) => Array.from({ length: 5 }, () => names.of(`select ${n}`)).at(-1))
    names.give('select by its own name', 'own')
    expect(new Set(all).size).toBe(100)
  })

  test('many different texts and very long ones never get a name, and frequent ones still do', () => {
    const names = new StatementNames()
    for (let n = 0; n < 20_000; n += 1) expect(names.of(`select ${n}`)).toBeUndefined()
    const long = `select ${'x'.repeat(9_000)}`
    for (let n = 0; n < 9; n += 1) expect(names.of(long)).toBeUndefined()
    expect(Array.from({ length: 5 }, () => names.of('select often')).at(-1)).toBeTypeOf('string')
  })

  test('a conflict with a partial index never gets a name, in either spelling; one with a whole index does', () => {
    const names = new StatementNames()
    const often = (text: string) => Array.from({ length: 9 }, () => names.of(text)).at(-1)
    expect(often('insert into t values ($1) ON CONFLICT (a, b) WHERE c = $2 do nothing')).toBeUndefined()
    expect(often('insert into "t" values ($1) on conflict ("a", "b") where "c" in ($2, $3) do nothing')).toBeUndefined()
    expect(often('insert into t values ($1) on conflict (a) do update set b = $2 where t.c = $3')).toBeTypeOf('string')
  })
})
