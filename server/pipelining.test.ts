import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mustWait, takeSlot, queueRequest } from './pipelining.ts'

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

/** What a server does with a request of the connection: works on it now, or when the earlier ones are done. */
function ask(socket: Socket, work: () => void): void {
  if (mustWait(socket)) queueRequest(socket, work)
  else work()
}

it('a connection that sends hundreds at once gets four responses from memory in the first iteration, then one in each, and loses none', async () => {
  const socket = aSocket()
  let answered = 0
  for (let index = 0; index < 300; index += 1) ask(socket, () => (answered += 1))
  expect(answered).toBe(4)
  expect(socket.paused).toBe(true)
  await nextIteration()
  await nextIteration()
  expect(answered).toBeLessThanOrEqual(7)
  for (let iteration = 0; iteration < 400; iteration += 1) await nextIteration()
  expect(answered).toBe(300)
  expect(socket.paused).toBe(false)
})

it('another connection is answered at once meanwhile, and so is one that sends requests one after the other', async () => {
  const flooding = aSocket()
  for (let index = 0; index < 300; index += 1) ask(flooding, () => {})
  const visitor = aSocket()
  for (let index = 0; index < 20; index += 1) {
    expect(mustWait(visitor)).toBe(false)
    await nextIteration()
  }
})

it('four slower requests are in hand at once, and waiting ones are dropped with the connection', async () => {
  const socket = aSocket()
  const responses: EventEmitter[] = []
  const begin = () => {
    const response = new EventEmitter()
    responses.push(response)
    takeSlot(socket, response as ServerResponse)
  }
  for (let index = 0; index < 20; index += 1) ask(socket, begin)
  for (let iteration = 0; iteration < 10; iteration += 1) await nextIteration()
  expect(responses).toHaveLength(4)
  responses[0]!.emit('close')
  for (let iteration = 0; iteration < 10; iteration += 1) await nextIteration()
  expect(responses).toHaveLength(5)
  socket.destroyed = true
  for (const response of responses) response.emit('close')
  for (let iteration = 0; iteration < 30; iteration += 1) await nextIteration()
  expect(responses).toHaveLength(5)
})
