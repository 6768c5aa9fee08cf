/** The upper limit for a room in Node: a bare WebSocket server that sends what one connection says to all others, and nothing else. */
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('listening', () => console.log((server.address() as AddressInfo).port))
server.on('connection', (speaker) => {
  speaker.on('message', (data: Buffer) => {
    const text = data.toString()
    for (const client of server.clients) if (client !== speaker) client.send(text)
  })
})
