/** The upper limit for an HTTP response in Node: the same bytes from one Buffer, with the same headers, and nothing else. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as {
  status: number
  headers: string[]
  body: string
}
const bytes = Buffer.from(body, 'base64')

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
