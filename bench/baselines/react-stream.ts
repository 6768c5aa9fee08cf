/** The upper limit for rendering: React's own stream of the same tree with the same data, without router, session or database. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { renderToPipeableStream } from 'react-dom/server'

const [bundle, file] = process.argv.slice(2) as [string, string]
const { premiumTree } = (await import(bundle)) as { premiumTree: (root: unknown, feed: unknown) => React.ReactElement }
const { root, feed } = JSON.parse(readFileSync(file, 'utf8')) as { root: unknown; feed: unknown }

const server = createServer((_request, response) => {
  const { pipe } = renderToPipeableStream(premiumTree(root, feed), {
    onShellReady() {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      pipe(response)
    },
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
