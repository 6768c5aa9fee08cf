import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mustWait, takeSlot, waitForTurn } from './turn-taking.ts'

class FakeSocket extends EventEmitter {
  destroyed = false
  writable = true
  paused = false
  pause() {
    this.paused = true
  }
  resume() {
    this.paused = false
  }
}

const aSocket = () => new FakeSocket() as unknown as Socket & FakeSocket

/** What a server does with a request of the connection: works on it now, or when its turn comes. */
function ask(socket: Socket, work: () => void): void {
  if (mustWait(socket)) waitForTurn(socket, work)
  else work()
}

it('a connection that sends hundreds at once gets four answers out of memory a turn at first, then one, and loses none', async () => {
  const socket = aSocket()
  let answered = 0
  for (let index = 0; index < 300; index += 1) ask(socket, () => (answered += 1))
  expect(answered).toBe(4)
  expect(socket.paused).toBe(true)
  await nextTurn()
  await nextTurn()
  expect(answered).toBeLessThanOrEqual(7)
  for (let turn = 0; turn < 400; turn += 1) await nextTurn()
  expect(answered).toBe(300)
  expect(socket.paused).toBe(false)
})

it('somebody else is answered at once meanwhile, and so is a connection that asks one after the other', async () => {
  const flooding = aSocket()
  for (let index = 0; index < 300; index += 1) ask(flooding, () => {})
  const visitor = aSocket()
  for (let index = 0; index < 20; index += 1) {
    expect(mustWait(visitor)).toBe(false)
    await nextTurn()
  }
})

it('of requests that take longer four are in hand, and what waits is dropped with the connection', async () => {
  const socket = aSocket()
  const responses: EventEmitter[] = []
  const begin = () => {
    const response = new EventEmitter()
    responses.push(response)
    takeSlot(socket, response as ServerResponse)
  }
  for (let index = 0; index < 20; index += 1) ask(socket, begin)
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  expect(responses).toHaveLength(4)
  responses[0]!.emit('close')
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  expect(responses).toHaveLength(5)
  socket.destroyed = true
  for (const response of responses) response.emit('close')
  for (let turn = 0; turn < 30; turn += 1) await nextTurn()
  expect(responses).toHaveLength(5)
})
