import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Birth, Order as ActorOrder } from './actor.ts'
import { isLongRun } from './kept-figures.ts'
import { type BoundaryProxy, type Cut, startBoundaryProxy } from './boundary-proxy.ts'

export type Outcome = {
  /** Whether the cut was reached. */
  killed: boolean
  /** Null where the actor was killed. */
  answer: unknown
  messages: readonly string[]
}

type Actor = { child: ChildProcess; proxy: BoundaryProxy }

/** Keeps one actor in waiting, because each is killed and a process takes half a second to wake. Who was not killed acts again. */
export class Actors {
  private readonly birth: Birth
  private waiting: Promise<Actor> | null = null

  constructor(birth: Birth) {
    this.birth = birth
  }

  /** Has an act carried out, and its process killed at the cut. */
  async run(order: ActorOrder, cut: Cut | null): Promise<Outcome> {
    const actor = await (this.waiting ?? this.wake())
    const { child, proxy } = actor
    // All points are those of a process that is new, as the killed ones are; a sample finds its points among fewer.
    const keeps = cut === null && !isLongRun
    this.waiting = keeps ? Promise.resolve(actor) : this.wake()
    const ended = new Promise<unknown>((resolve, reject) => {
      child.on('message', (said: { result: { value?: unknown; error?: string } }) =>
        said.result.error === undefined ? resolve(said.result.value) : reject(new Error(said.result.error)),
      )
      child.on('exit', () => resolve(null))
    })
    let killed = false
    proxy.arm(cut, () => {
      killed = true
      child.kill('SIGKILL')
    })
    child.send({ order })
    try {
      return { answer: await ended, messages: [...proxy.names()], killed }
    } finally {
      child.removeAllListeners()
      if (!keeps) {
        child.kill('SIGKILL')
        await proxy.close()
      }
    }
  }

  async close(): Promise<void> {
    const actor = await this.waiting
    actor?.child.kill('SIGKILL')
    await actor?.proxy.close()
  }

  private async wake(): Promise<Actor> {
    const proxy = await startBoundaryProxy(this.birth)
    const child = fork(join(import.meta.dirname, 'actor.ts'), {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/peach-actors'),
      },
    })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`an actor left with ${code} before it was ready`)))
      child.send({ birth: { ...this.birth, databaseUrl: proxy.databaseUrl, gatewayUrl: proxy.gatewayUrl } })
    })
    child.removeAllListeners('exit')
    return { child, proxy }
  }
}
