import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHAT, lastLine, needsConfirming, readMessage } from './message.ts'

describe('a message as it is stored', () => {
  test.each([
    ['  Hello  ', 'Hello'],
    ['one\r\ntwo', 'one\ntwo'],
    ['one\n\n\n\n\ntwo', 'one\n\ntwo'],
    ['pay\u202eright\u0000now', 'payrightnow'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('CHAT-01b %j becomes %j', (typed, body) => {
    expect(readMessage(typed)).toEqual({ body, problem: null })
  })

  test.each([
    ['', 'empty'],
    [' \n\t ', 'empty'],
    ['\u200b\u202e', 'empty'],
    ['a'.repeat(CHAT.maxLength + 1), 'too_long'],
    ['a'.repeat(10_000), 'too_long'],
  ])('CHAT-01b %j is refused', (typed, problem) => {
    expect(readMessage(typed)).toEqual({ body: null, problem })
  })

  test('CHAT-01b emoji count as one character each', () => {
    expect(readMessage('😀'.repeat(CHAT.maxLength)).problem).toBeNull()
  })

  test('CHAT-01b whatever was typed, a stored message is read as itself again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const read = readMessage(typed)
        if (read.body !== null) expect(readMessage(read.body)).toEqual(read)
      }),
    )
  })
})

test('CHAT-01a a list shows a message on one line', () => {
  expect(lastLine('one\n\n two')).toBe('one two')
})

describe('a price is confirmed', () => {
  test.each<[bigint, bigint | null, boolean]>([
    [500_000n, null, true],
    [500_000n, 500_000n, false],
    [500_000n, 600_000n, false],
    [600_000n, 500_000n, true],
  ])('CHAT-03a %s after %s: %s', (rate, agreed, needed) => {
    expect(needsConfirming(rate, agreed)).toBe(needed)
  })
})
