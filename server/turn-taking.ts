import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that are worked on at once. Browsers send one; more is pipelining. */
export const MOST_PIPELINED = 4

type Waiting = { request: IncomingMessage; response: ServerResponse; act: () => void }
type Line = { inHand: number; waiting: Waiting[] }

const lines = new WeakMap<Socket, Line>()

/**
 * Runs `act` for a request when its connection has fewer than MOST_PIPELINED in hand. Until then nothing more is read from the connection:
 * what one piece of it held waits here, and is dropped when the connection ends.
 */
export function takeTurn(request: IncomingMessage, response: ServerResponse, act: () => void): void {
  const { socket } = request
  let line = lines.get(socket)
  if (!line) lines.set(socket, (line = { inHand: 0, waiting: [] }))
  if (line.inHand >= MOST_PIPELINED || line.waiting.length > 0) {
    line.waiting.push({ request, response, act })
    socket.pause()
    return
  }
  run(socket, line, response, act)
}

function run(socket: Socket, line: Line, response: ServerResponse, act: () => void): void {
  line.inHand += 1
  response.once('close', () => {
    line.inHand -= 1
    // Each turn of the event loop belongs to everybody, not to one connection's whole line.
    if (line.waiting.length > 0) setImmediate(goOn, socket, line)
  })
  act()
}

function goOn(socket: Socket, line: Line): void {
  // The last answer said that the connection ends with it: nobody waits for the rest.
  if (socket.destroyed || !socket.writable) {
    line.waiting.length = 0
    return
  }
  const next = line.inHand < MOST_PIPELINED ? line.waiting.shift() : undefined
  if (next) run(socket, line, next.response, next.act)
  if (line.waiting.length === 0) socket.resume()
}
