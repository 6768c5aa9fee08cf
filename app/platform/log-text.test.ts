import { expect, test } from 'vitest'
import { logText } from './log-text.ts'
import { makeLog } from './log.server.ts'

function written(write: (log: ReturnType<typeof makeLog>) => void): string {
  let text = ''
  write(makeLog({ write: (line) => void (text += logText(line)) }))
  return text
}

test('in a terminal a line of the log is one line of text with its time, level, message and facts', () => {
  const text = written((log) => log.info({ seconds: 5, embedded: true }, 'the database answers again'))
  expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}the database answers again seconds=5 embedded=true\n$/)
})

test('an error is one line too, with its kind and message', () => {
  const text = written((log) => log.warn({ err: new TypeError('first\nsecond'), path: '/wallet' }, 'a route failed'))
  expect(text).toMatch(/warn {2}a route failed TypeError: first second path=\/wallet\n$/)
})

test('what came from outside neither moves the cursor nor begins a line', () => {
  const text = written((log) => log.info({ path: '/a\u001b[2J\nfake \u202e' }, 'asked\rfor'))
  expect(text.slice(9)).toBe('info  asked for path=/a [2J fake  \n')
})
