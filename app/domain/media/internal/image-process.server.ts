import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImageAnswer, ImageRequest } from './image-work.ts'

/**
 * Runs image work in a process that is started on demand, does one picture at a time and goes away when nothing is left to do: the
 * decoder's memory is returned, and a picture that kills it kills nothing else.
 */
const IDLE_MS = 20_000
const PATIENCE_MS = 30_000
const MOST_WAITING = 40

export class ImageWorkBusy extends Error {}

type Waiting = { request: ImageRequest; resolve: (answer: ImageAnswer) => void }
type Worker = { child: ChildProcess; idle: NodeJS.Timeout | null }

const waiting: Waiting[] = []
const resting: Worker[] = []
let working = 0
let mostWorkers = 1

/** How many pictures may be worked on at once, one process each. One in a server; more where a whole town is painted. */
export function useImageProcesses(count: number): void {
  mostWorkers = count
}

/** Does the work elsewhere. A picture that crashes the process, takes too long or needs too much memory counts as damaged. */
export function runImageWork(request: ImageRequest): Promise<ImageAnswer> {
  if (waiting.length >= MOST_WAITING) throw new ImageWorkBusy('too many pictures are waiting')
  return new Promise((resolve) => {
    waiting.push({ request, resolve })
    startNext()
  })
}

function startNext(): void {
  if (working >= mostWorkers) return
  const next = waiting.shift()
  if (!next) return
  working += 1
  const worker = resting.pop() ?? startWorker()
  if (worker.idle) clearTimeout(worker.idle)
  worker.idle = null
  worker.child.ref()
  worker.child.channel?.ref()
  work(worker, next)
}

function work(worker: Worker, { request, resolve }: Waiting): void {
  const { child } = worker
  const finish = (answer: ImageAnswer, reusable: boolean): void => {
    clearTimeout(patience)
    child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error')
    child.on('error', () => {})
    working -= 1
    if (reusable) rest(worker)
    else child.kill('SIGKILL')
    resolve(answer)
    startNext()
  }
  const patience = setTimeout(() => finish({ kind: 'damaged' }, false), PATIENCE_MS)
  child.once('message', (answer) => finish(answer as ImageAnswer, true))
  child.once('exit', () => finish({ kind: 'damaged' }, false))
  child.once('error', () => finish({ kind: 'damaged' }, false))
  child.send(request, (error) => {
    if (error) finish({ kind: 'damaged' }, false)
  })
}

function rest(worker: Worker): void {
  const leave = (): void => {
    const at = resting.indexOf(worker)
    if (at >= 0) resting.splice(at, 1)
    if (worker.child.connected) worker.child.disconnect()
  }
  worker.child.once('exit', leave)
  worker.idle = setTimeout(leave, IDLE_MS)
  // Neither the timer nor the resting process keeps ours alive.
  worker.idle.unref()
  worker.child.unref()
  worker.child.channel?.unref()
  resting.push(worker)
}

function startWorker(): Worker {
  const child = fork(fileURLToPath(new URL('./image-worker.server.ts', import.meta.url)), {
    // Nothing of our environment: what decodes strangers' files knows no secret.
    env: {},
    execArgv: ['--max-old-space-size=96', '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return { child, idle: null }
}
