import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { inTransaction } from './db.server.ts'
import {
  consumeRateLimits,
  countCappedHits,
  countHits,
  countSubjects,
  forgetHits,
  HOUR,
  purgeHits,
  recordHit,
} from './stored-rate-limit.server.ts'

const database = useDatabase()
const { owner } = database

beforeEach(() => owner().query('delete from rate_limit_hits'))

const consume = (subject: string, max = 2) =>
  inTransaction((tx) => consumeRateLimits(tx, [{ key: 'starts of a', max }], subject))

/** Hits of the past, in minutes before now. */
const hitsBefore = (key: string, minutes: number[], subject = '') =>
  owner().query(
    `insert into rate_limit_hits (key, subject, at)
     select $1, $2, app_now() - make_interval(mins => m) from unnest($3::int[]) as m`,
    [key, subject, minutes],
  )

describe('a limit of different subjects in an hour', () => {
  test('takes as many as it allows, and refuses the next without counting it', async () => {
    expect([await consume('1'), await consume('2'), await consume('3'), await consume('4', 3)]).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  test('counts the same subject once', async () => {
    for (let time = 0; time < 5; time += 1) expect(await consume('the same form')).toBe(true)
    expect(await consume('another form')).toBe(true)
    expect(await consume('a third form')).toBe(false)
    expect(await consume('the same form')).toBe(true)
  })

  test('gives parallel calls no more than sequential ones', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, (_, n) => consume(`form ${n}`)))
    expect(results.filter(Boolean)).toHaveLength(2)
  })

  test('counts nothing at any limit where one of several refuses', async () => {
    await hitsBefore('of the network', [1], 'another')
    const both = [
      { key: 'of the browser', max: 1 },
      { key: 'of the network', max: 1 },
    ]
    expect(await inTransaction((tx) => consumeRateLimits(tx, both, 'mine'))).toBe(false)
    const counted = await inTransaction((tx) => countSubjects(tx, { key: 'of the browser', seconds: HOUR }))
    expect(counted.others).toBe(0)
  })

  test('ends with the hour', async () => {
    await hitsBefore('starts of a', [61, 62], 'an old one')
    expect(await consume('1', 1)).toBe(true)
  })
})

describe('a window', () => {
  const waits = (max: number) =>
    inTransaction(async (tx) => (await countHits(tx, { key: 'wrong', seconds: HOUR }, max)).waitSeconds)

  test('says how long it takes until one more hit fits', async () => {
    await hitsBefore('wrong', [10, 20, 50])
    expect(await waits(4)).toBe(0)
    // The oldest of three leaves in ten minutes; of a limit of two, the second newest has to leave.
    expect(Math.abs((await waits(3)) - 600)).toBeLessThan(5)
    expect(Math.abs((await waits(2)) - 2_400)).toBeLessThan(5)
  })

  test('forgets the hits of one subject only', async () => {
    await inTransaction(async (tx) => {
      await recordHit(tx, 'wrong', 'mine')
      await recordHit(tx, 'wrong', 'yours')
      await forgetHits(tx, ['wrong'], 'mine')
      expect((await countHits(tx, { key: 'wrong', seconds: HOUR })).count).toBe(1)
      expect((await countHits(tx, { key: 'wrong', seconds: HOUR, subject: 'yours' })).count).toBe(1)
    })
  })

  test('counts one source for its cap at most, by subject and by key', async () => {
    await hitsBefore('guesses', [1, 2, 3, 4], 'one network')
    await hitsBefore('guesses', [5], 'another network')
    await hitsBefore('guesses from x', [1, 2, 3, 4])
    await hitsBefore('guesses from y', [5])
    await inTransaction(async (tx) => {
      const bySubject = await countCappedHits(tx, { source: { subjectsOf: 'guesses' }, seconds: HOUR, cap: 2 })
      const byKey = await countCappedHits(tx, { source: { keysFrom: 'guesses from ' }, seconds: HOUR, cap: 2 })
      expect([bySubject.count, byKey.count]).toEqual([3, 3])
      expect(Math.abs(bySubject.waitSeconds - 3_300)).toBeLessThan(5)
    })
  })

  test('keeps a day, and no more', async () => {
    await hitsBefore('wrong', [1, 23 * 60, 26 * 60])
    expect(await purgeHits()).toBe(1n)
  })
})
