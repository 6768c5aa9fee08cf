import type { IncomingMessage } from 'node:http'
import { expect, it, test } from 'vitest'
import { asksForUs, clientAddress, networkOf } from './origins.ts'

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage
}

it('the address that a client claims for itself is ignored', () => {
  expect(clientAddress(from('9.9.9.9', '1.1.1.1'), 0)).toBe('9.9.9.9')
  expect(clientAddress(from('10.0.0.1', '1.1.1.1, 9.9.9.9'), 1)).toBe('9.9.9.9')
  expect(clientAddress(from('10.0.0.1', '1.1.1.1, 9.9.9.9, 10.0.0.2'), 2)).toBe('9.9.9.9')
  expect(clientAddress(from('10.0.0.1'), 1)).toBe('10.0.0.1')
})

it('addresses of one subscriber count as one, however the address is written', () => {
  expect(networkOf('::ffff:9.9.9.9')).toBe('9.9.9.0/24')
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:0db8:0:0:ffff::2'))
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'))
  expect(networkOf('not an address')).toBe('unknown')
})

test.each([
  [{ host: 'peach.example' }, true],
  [{ host: 'PEACH.example' }, true],
  [{}, true],
  [{ host: 'evil.example' }, false],
  [{ host: 'peach.example', 'x-forwarded-host': 'evil.example' }, false],
  [{ host: 'peach.example', 'x-forwarded-host': 'peach.example, inner' }, true],
])('a request that changes something names one of our hosts: %j %s', (headers, expected) => {
  expect(asksForUs(headers, new Set(['https://peach.example']))).toBe(expected)
})
