import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { makeLog } from './log.server.ts'
import { groupOf, RepeatedErrors } from './repeated-errors.ts'

test('the same failure is logged at once, then once a second with a count, until it stops', () => {
  const due: (() => void)[] = []
  const counts: number[] = []
  const errors = new RepeatedErrors((call) => void due.push(call))
  const fail = () => errors.isFirst('pool is exhausted', (count) => counts.push(count))
  const second = () => due.splice(0).forEach((call) => call())
  expect([fail(), fail(), fail(), fail()]).toEqual([true, false, false, false])
  second()
  expect(counts).toEqual([3])
  expect(fail()).toBe(false)
  second()
  expect(counts).toEqual([3, 1])
  second()
  expect(due).toEqual([])
  expect([fail(), counts]).toEqual([true, [3, 1]])
})

test('another message, another code and another place are other failures', () => {
  const make = (code: string) => Object.assign(new Error('some text'), { code })
  const thrown = () => make('08006')
  const [one, two] = [thrown(), thrown()]
  expect(groupOf('a route failed', one)).toBe(groupOf('a route failed', two))
  expect(groupOf('a job failed', one)).not.toBe(groupOf('a route failed', one))
  expect(groupOf('a route failed', Object.assign(thrown(), { code: '53300' }))).not.toBe(groupOf('a route failed', one))
  const elsewhere = new TypeError('x')
  expect(groupOf('a route failed', elsewhere)).not.toBe(groupOf('a route failed', new TypeError('x')))
})

test('twenty thousand failures are two lines in the log, and every warning is logged', () => {
  vi.useFakeTimers()
  try {
    const lines: Record<string, unknown>[] = []
    const log = makeLog(
      new Writable({
        write(chunk, _, done) {
          lines.push(JSON.parse(String(chunk)) as Record<string, unknown>)
          done()
        },
      }),
    )
    for (let index = 0; index < 20_000; index += 1) log.error({ err: new Error(`number ${index}`) }, 'a route failed')
    for (let index = 0; index < 3; index += 1) log.warn('something else')
    vi.advanceTimersByTime(1_000)
    expect(lines.map(({ msg, repeated }) => [msg, repeated])).toEqual([
      ['a route failed', undefined],
      ...Array.from({ length: 3 }, () => ['something else', undefined]),
      ['a route failed', 19_999],
    ])
  } finally {
    vi.useRealTimers()
  }
})
