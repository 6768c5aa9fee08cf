import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that sends ranges of one file as a stream, with nothing before it. */
const [path] = process.argv.slice(2)
const size = statSync(path!).size

const server = createServer((request, response) => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const [start, end] = [Number(from ?? 0), Number(to ?? size - 1)]
  response.writeHead(206, {
    'content-type': 'video/mp4',
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${size}`,
  })
  createReadStream(path!, { start, end }).pipe(response)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
