import { createServer, type Server } from 'node:net'
import type { Config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { Web } from './web.ts'

/**
 * Listens on the configured port; throws with one plain sentence if it is taken. `among`: beside the other web processes. The kernel then
 * gives each connection to one of them; handed out by the first process, it would hang where its process had just died. Other systems than
 * Linux don't spread connections, and get them from the first process.
 */
export function listen(server: Server, settings: Config, { among = false } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${settings.port} is taken: set PORT to another`) : error)
    })
    // Later errors (no more files may be opened, for instance) end one connection, not the server.
    server.on('error', (error) => log.error({ err: error }, 'the port had an error'))
    const reusePort = among && process.platform === 'linux'
    server.listen({ port: settings.port, host: settings.host, reusePort }, () => resolve())
  })
}

/** Web processes would notice it only after the database is up. */
export async function failIfPortIsTaken(settings: Config): Promise<void> {
  const server = createServer()
  await listen(server, settings)
  await new Promise((resolve) => server.close(resolve))
}

/** Stops accepting requests and finishes those in hand. */
export function closeWeb(web: Web): Promise<void> {
  if (!web.server.listening) return Promise.resolve()
  web.stopTaking()
  return new Promise((resolve) => {
    // A connection whose response has been sent is kept open by the other side: only then is it idle.
    const timer = setInterval(() => web.server.closeIdleConnections(), 50)
    const cut = setTimeout(() => web.server.closeAllConnections(), 5_000)
    web.server.close(() => {
      clearInterval(timer)
      clearTimeout(cut)
      resolve()
    })
  })
}
