import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export type OwnRedis = { url: string; start(): Promise<void>; stop(): Promise<void> }

/** `npm test` says where it is missing; CI installs it. */
export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** A Redis of this test alone, on a free port, without files. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort()
  let child: ChildProcess | null = null
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
      for await (const chunk of child.stdout!) if (String(chunk).includes('Ready to accept connections')) break
    },
    async stop() {
      const ending = child
      child = null
      if (!ending || ending.exitCode !== null) return
      const ended = once(ending, 'exit')
      ending.kill('SIGKILL')
      await ended
    },
  }
  await redis.start()
  return redis
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
