import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests of one connection that are worked on at once, and that are begun in one turn of the event loop. Browsers send one; more is
 * pipelining.
 */
const MOST_PIPELINED = 4

type Line = { inHand: number; waiting: (() => void)[]; due: boolean; turn: number; begun: number }

const lines = new WeakMap<Socket, Line>()
const loop = { turn: 0, counting: false }

/** Counts a request of this connection and says whether it waits for those before it. */
export function mustWait(socket: Socket): boolean {
  const line = lineOf(socket)
  if (line.turn !== loop.turn) {
    line.turn = loop.turn
    line.begun = 0
  }
  line.begun += 1
  if (!loop.counting) {
    loop.counting = true
    setImmediate(nextTurn)
  }
  return line.begun > MOST_PIPELINED || line.inHand >= MOST_PIPELINED || line.waiting.length > 0
}

/**
 * Keeps what one piece of a connection held beyond MOST_PIPELINED: nothing more is read from it, `act` runs when its turn comes, and is
 * dropped when the connection ends before.
 */
export function waitForTurn(socket: Socket, event: () => void): void {
  const line = lineOf(socket)
  line.waiting.push(event)
  socket.pause()
  goOnSoon(socket, line)
}

/** Counts a request that takes longer than an answer out of memory, until its answer is gone. */
export function takeSlot(socket: Socket, response: ServerResponse): void {
  const line = lineOf(socket)
  line.inHand += 1
  response.once('close', () => {
    line.inHand -= 1
    goOnSoon(socket, line)
  })
}

function lineOf(socket: Socket): Line {
  let line = lines.get(socket)
  if (!line) lines.set(socket, (line = { inHand: 0, waiting: [], due: false, turn: -1, begun: 0 }))
  return line
}

function nextTurn(): void {
  loop.turn += 1
  loop.counting = false
}

/** Each turn of the event loop belongs to everybody, not to one connection's whole line. */
function goOnSoon(socket: Socket, line: Line): void {
  if (line.due || line.waiting.length === 0) return
  line.due = true
  setImmediate(goOn, socket, line)
}

function goOn(socket: Socket, line: Line): void {
  line.due = false
  // The last answer said that the connection ends with it: nobody waits for the rest.
  if (socket.destroyed || !socket.writable) {
    line.waiting.length = 0
    return
  }
  if (line.inHand >= MOST_PIPELINED) return
  line.waiting.shift()?.()
  if (line.waiting.length === 0) socket.resume()
  else goOnSoon(socket, line)
}
