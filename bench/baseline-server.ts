import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type BaselineServer = { url: string; pid: number; stop(): Promise<void> }

/** Starts a server of bench/baselines in a process of its own, as the product runs in one. It prints its port when it listens. */
export async function startBaseline(name: string, args: string[]): Promise<BaselineServer> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'baselines', name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  const [reply] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  if (!Buffer.isBuffer(reply)) throw new Error(`the baseline ${name} ended before it listened`)
  return {
    url: `http://127.0.0.1:${reply.toString().trim()}`,
    pid: child.pid!,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
