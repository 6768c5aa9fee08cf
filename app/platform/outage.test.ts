import { expect, test } from 'vitest'
import { isDatabaseAway, isDatabaseUnavailable } from './outage.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })

test.each([
  ['a refused connection', coded('ECONNREFUSED'), true],
  ['a socket in the file system that is gone', coded('ENOENT', { syscall: 'connect' }), true],
  ['a database that shuts down', coded('57P01'), true],
  ['a database that crashed', coded('57P02'), true],
  ['a database that starts', coded('57P03'), true],
  ['too many connections', coded('53300'), true],
  ['a full disk', coded('53100'), true],
  ['what the queue passes on', { message: 'the database system is starting up', code: '57P03' }, true],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), true],
  ['a connection that has failed', new Error('Client has encountered a connection error and is not queryable'), true],
  ['an answer that never came', new Error('Query read timeout'), true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
  ['another file that is missing', coded('ENOENT', { syscall: 'open' }), false],
  ['a broken constraint', coded('23505'), false],
  ['a statement that is wrong', coded('42601'), false],
  ['a statement that took too long', coded('57014'), false],
  ['a fault of ours', new TypeError('undefined is not a function'), false],
  ['nothing', null, false],
])('whether the database is away: %s', (_, error, away) => {
  expect(isDatabaseAway(error)).toBe(away)
})

test('a statement or a lock that took too long is worth another try, a broken rule is not', () => {
  for (const code of ['57014', '55P03', '57P01']) expect(isDatabaseUnavailable(coded(code)), code).toBe(true)
  for (const code of ['23505', '42501', '40001']) expect(isDatabaseUnavailable(coded(code)), code).toBe(false)
})
