import { expect, test } from 'vitest'
import { newId } from '#app/platform/id.ts'
import { CHANNEL_KINDS } from '#app/platform/live.ts'
import { CHANNELS, readChannel } from './channels.server.ts'

test('CHAT-02d every kind of channel has a policy, and nothing else is one', () => {
  expect(Object.keys(CHANNELS).toSorted()).toEqual([...CHANNEL_KINDS].toSorted())
  for (const kind of CHANNEL_KINDS) {
    expect(typeof CHANNELS[kind].allowed).toBe('function')
    expect(readChannel(`${kind}:${newId()}`)).not.toBeNull()
  }
})

test.each([
  undefined,
  null,
  7,
  {},
  [],
  '',
  'thread',
  'thread:',
  'thread:x',
  `thread:${newId()}x`,
  `session:${newId()}`,
  `__proto__:${newId()}`,
  `constructor:${newId()}`,
  `THREAD:${newId()}`,
  newId(),
  'x'.repeat(4_000),
])('CHAT-02d %j is no channel', (name) => {
  expect(readChannel(name)).toBeNull()
})
