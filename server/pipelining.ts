import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The maximum number of requests of one connection that are handled at once, and that are started in one iteration of the event loop.
 * Browsers send one at a time; more is pipelining.
 */
const MAX_PIPELINED = 4

type Queue = { inHand: number; waiting: (() => void)[]; due: boolean; iteration: number; begun: number }

const queues = new WeakMap<Socket, Queue>()
const loop = { iteration: 0, counting: false }

/** Counts a request of this connection and returns whether it must wait for earlier ones. */
export function mustWait(socket: Socket): boolean {
  const queue = queueOf(socket)
  if (queue.iteration !== loop.iteration) {
    queue.iteration = loop.iteration
    queue.begun = 0
  }
  queue.begun += 1
  if (!loop.counting) {
    loop.counting = true
    setImmediate(nextIteration)
  }
  return queue.begun > MAX_PIPELINED || queue.inHand >= MAX_PIPELINED || queue.waiting.length > 0
}

/**
 * Queues a request beyond MAX_PIPELINED: nothing more is read from the connection, and `start` runs when the earlier requests are done. It
 * is dropped if the connection ends before.
 */
export function queueRequest(socket: Socket, start: () => void): void {
  const queue = queueOf(socket)
  queue.waiting.push(start)
  socket.pause()
  goOnSoon(socket, queue)
}

/** Counts a request that takes longer than a response from memory, until its response is sent. */
export function takeSlot(socket: Socket, response: ServerResponse): void {
  const queue = queueOf(socket)
  queue.inHand += 1
  response.once('close', () => {
    queue.inHand -= 1
    goOnSoon(socket, queue)
  })
}

function queueOf(socket: Socket): Queue {
  let queue = queues.get(socket)
  if (!queue) queues.set(socket, (queue = { inHand: 0, waiting: [], due: false, iteration: -1, begun: 0 }))
  return queue
}

function nextIteration(): void {
  loop.iteration += 1
  loop.counting = false
}

/** Starts one request per iteration of the event loop, so that one connection's queue does not block the others. */
function goOnSoon(socket: Socket, queue: Queue): void {
  if (queue.due || queue.waiting.length === 0) return
  queue.due = true
  setImmediate(goOn, socket, queue)
}

function goOn(socket: Socket, queue: Queue): void {
  queue.due = false
  // The last response closes the connection: the rest is not needed.
  if (socket.destroyed || !socket.writable) {
    queue.waiting.length = 0
    return
  }
  if (queue.inHand >= MAX_PIPELINED) return
  queue.waiting.shift()?.()
  if (queue.waiting.length === 0) socket.resume()
  else goOnSoon(socket, queue)
}
