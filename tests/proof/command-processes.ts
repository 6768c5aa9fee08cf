import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Birth, Order as CommandOrder } from './command-process.ts'
import { isLongRun } from './kept-figures.ts'
import { type BoundaryProxy, type Cut, startBoundaryProxy } from './boundary-proxy.ts'

export type Outcome = {
  /** Whether the cut was reached. */
  killed: boolean
  /** Null if the process was killed. */
  answer: unknown
  messages: readonly string[]
}

type CommandProcess = { child: ChildProcess; proxy: BoundaryProxy }

/** Keeps one process ready, because each is killed and starting one takes half a second. A process that was not killed is used again. */
export class CommandProcesses {
  private readonly birth: Birth
  private readonly program: string
  private waiting: Promise<CommandProcess> | null = null

  constructor(birth: Birth, program = 'command-process.ts') {
    this.birth = birth
    this.program = program
  }

  /** Runs a command, and kills its process at the cut. */
  async run(order: CommandOrder | object, cut: Cut | null): Promise<Outcome> {
    const running = await (this.waiting ?? this.wake())
    const { child, proxy } = running
    // In the long run every process is new, as the killed ones are; a sample reuses processes and finds its points among fewer.
    const keeps = cut === null && !isLongRun
    this.waiting = keeps ? Promise.resolve(running) : this.wake()
    const ended = new Promise<unknown>((resolve, reject) => {
      child.on('message', (reply: { result: { value?: unknown; error?: string } }) =>
        reply.result.error === undefined ? resolve(reply.result.value) : reject(new Error(reply.result.error)),
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
    const running = await this.waiting
    running?.child.kill('SIGKILL')
    await running?.proxy.close()
  }

  private async wake(): Promise<CommandProcess> {
    const proxy = await startBoundaryProxy(this.birth)
    const child = fork(join(import.meta.dirname, this.program), {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/peach-command-processes'),
      },
    })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`the command process ended with ${code} before it was ready`)))
      child.send({ birth: { ...this.birth, databaseUrl: proxy.databaseUrl, gatewayUrl: proxy.gatewayUrl } })
    })
    child.removeAllListeners('exit')
    return { child, proxy }
  }
}
