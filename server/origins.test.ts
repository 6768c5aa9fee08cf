import type { IncomingMessage } from 'node:http'
import { expect, it, test } from 'vitest'
import type { Config } from '#app/platform/config.server.ts'
import { clientAddress, isMisdirected, networkOf } from './origins.ts'

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
  [{ host: 'peach.example', origin: 'http://peach.example' }, false],
  // A proxy may name the machine behind it.
  [{ host: 'inner:3000', origin: 'http://peach.example' }, false],
  [{ host: 'peach.example' }, false],
  [{ host: 'evil.example', origin: 'http://127.0.0.1:3000' }, true],
  [{ host: 'peach.example', origin: 'http://127.0.0.1:3000' }, true],
])('whether a form was sent to another address than that of its page: %j %s', (headers, expected) => {
  const own = new Set(['http://peach.example', 'http://127.0.0.1:3000'])
  const config = { baseUrl: 'http://peach.example' } as Config
  expect(isMisdirected({ headers } as unknown as IncomingMessage, config, own)).toBe(expected)
})
