import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { log } from '#app/platform/log.server.ts'
import { MAX_ANSWER_BYTES, readAnswer } from './image-answer.ts'
import { startDecoder, type Isolation } from './image-decoder.server.ts'
import { type Frame, FrameReader, writeFrame } from './image-frames.ts'
import type { ImageAnswer, ImageRequest } from './image-work.ts'

/**
 * Runs image work in isolated processes. They are started on demand, do one picture at a time, and end when nothing is left to do or
 * after a number of pictures: the decoder's memory is freed, and a picture that crashes one affects nothing else.
 */
const PATIENCE_MS = 30_000

export class ImageWorkBusy extends Error {}

/**
 * Uploads have processes of their own: what a hostile one leaves in a decoder never meets the private photos that others mark for their
 * viewers, and a viewer never waits for an upload.
 */
type Lane = {
  waiting: Waiting[]
  resting: Worker[]
  working: number
  maxWorkers: number
  maxWaiting: number
  maxPictures: number
  idleMs: number
}
type LaneName = 'uploads' | 'marks'

type Waiting = { request: ImageRequest; alone: boolean; resolve: (answer: ImageAnswer) => void }
type Worker = { child: ChildProcess; frames: FrameReader; pictures: number; idle: NodeJS.Timeout | null }
/** `ended`: the process is gone; `late`: it was stopped because it took too long; `untrue`: its answer is impossible. */
type Ended = 'ended' | 'late' | 'untrue'

const lanes: Record<LaneName, Lane> = {
  uploads: laneOf({ maxWorkers: 1, maxWaiting: 40, maxPictures: 100, idleMs: 20_000 }),
  // A start takes longer than a mark: the processes stay while somebody browses.
  marks: laneOf({
    maxWorkers: Math.min(2, availableParallelism()),
    maxWaiting: 200,
    maxPictures: 500,
    idleMs: 300_000,
  }),
}
let isolation: Promise<Isolation> | null = null

function laneOf(limits: Pick<Lane, 'maxWorkers' | 'maxWaiting' | 'maxPictures' | 'idleMs'>): Lane {
  return { waiting: [], resting: [], working: 0, ...limits }
}

/** How many uploads may be decoded at the same time, one process each. One in a server; more while demo data is created. */
export function useImageProcesses(count: number): void {
  lanes.uploads.maxWorkers = count
}

/** The isolation in which pictures are decoded here. Checked once. */
export function imageIsolation(): Promise<Isolation> {
  isolation ??= findIsolation()
  return isolation
}

/** Uses this isolation, whatever the machine has, or checks again: for tests. */
export function useImageIsolation(other: Isolation | null): void {
  isolation = other === null ? null : Promise.resolve(other)
  for (const { resting } of Object.values(lanes)) for (const worker of resting.splice(0)) end(worker)
}

/** The ids of the idle and working processes: for tests, which kill them. */
export function imageProcesses(): number[] {
  return [...running].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
}

/**
 * Does the work in another process; `alone` in one that has seen no other picture and will see none. If the process ends during the work,
 * it is tried once more in a fresh one; then, and where it takes too long, the answer is `stopped`.
 */
export function runImageWork(
  request: ImageRequest,
  { alone = false, lane: name = 'uploads' }: { alone?: boolean; lane?: LaneName } = {},
): Promise<ImageAnswer> {
  const lane = lanes[name]
  if (lane.waiting.length >= lane.maxWaiting) throw new ImageWorkBusy('too many pictures are waiting')
  return new Promise((resolve) => {
    lane.waiting.push({ request, alone, resolve })
    startNext(lane)
  })
}

function startNext(lane: Lane): void {
  if (lane.working >= lane.maxWorkers) return
  const next = lane.waiting.shift()
  if (!next) return
  lane.working += 1
  void work(lane, next)
    .catch((error: unknown): ImageAnswer => {
      // The machine has no process or memory to spare: this picture fails, the server continues.
      log.error({ err: error, kind: next.request.kind }, 'a picture could not be processed')
      return { kind: 'stopped' }
    })
    .finally(() => {
      lane.working -= 1
    })
    .then((answer) => {
      next.resolve(answer)
      startNext(lane)
    })
}

async function work(lane: Lane, { request, alone }: Waiting): Promise<ImageAnswer> {
  const chosen = await imageIsolation()
  for (let tries = 1; ; tries += 1) {
    const worker = (alone || tries > 1 ? null : takeResting(lane)) ?? startWorker(chosen)
    const answer = await ask(worker, request).catch((error: unknown) => {
      end(worker)
      throw error
    })
    if (typeof answer !== 'string') {
      if (alone || worker.pictures >= lane.maxPictures) end(worker)
      else rest(lane, worker)
      return answer
    }
    end(worker)
    if (answer === 'ended' && tries === 1) continue
    log.warn({ why: answer, kind: request.kind }, 'a picture got no answer from its process')
    return { kind: 'stopped' }
  }
}

async function ask(worker: Worker, request: ImageRequest): Promise<ImageAnswer | Ended> {
  const { asked, blobs } = framed(request)
  worker.pictures += 1
  const frame = await exchange(worker, asked, blobs)
  return typeof frame === 'string' ? frame : (readAnswer(request, frame) ?? 'untrue')
}

function framed(request: ImageRequest): { asked: object; blobs: Uint8Array[] } {
  if (request.kind !== 'read_mark') {
    const { bytes, ...asked } = request
    return { asked, blobs: [bytes] }
  }
  const { bytes, original, ...asked } = request
  return { asked, blobs: [bytes, original] }
}

function exchange(worker: Worker, head: object, blobs: Uint8Array[]): Promise<Frame | Ended> {
  const { child } = worker
  return new Promise((resolve) => {
    const finish = (answer: Frame | Ended): void => {
      clearTimeout(patience)
      child.stdout!.off('data', hear)
      child.off('exit', ended).off('error', ended)
      resolve(answer)
    }
    const ended = (): void => finish('ended')
    const hear = (piece: Buffer): void => {
      try {
        const [frame] = worker.frames.push(piece)
        if (frame) finish(frame)
      } catch {
        finish('untrue')
      }
    }
    const patience = setTimeout(() => finish('late'), PATIENCE_MS)
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return finish('ended')
    child.stdout!.on('data', hear)
    child.once('exit', ended).once('error', ended)
    for (const piece of writeFrame(head, blobs)) child.stdin!.write(piece)
  })
}

function takeResting({ resting }: Lane): Worker | null {
  const worker = resting.pop() ?? null
  if (worker?.idle) clearTimeout(worker.idle)
  if (worker) hold(worker, true)
  return worker
}

function rest({ resting, idleMs }: Lane, worker: Worker): void {
  worker.idle = setTimeout(() => {
    const at = resting.indexOf(worker)
    if (at >= 0) resting.splice(at, 1)
    end(worker)
  }, idleMs)
  worker.idle.unref()
  hold(worker, false)
  resting.push(worker)
}

/** An idle process doesn't keep ours alive. */
function hold({ child }: Worker, held: boolean): void {
  for (const one of [child, child.stdin as Socket | null, child.stdout as Socket | null])
    if (held) one?.ref()
    else one?.unref()
}

function end(worker: Worker): void {
  if (worker.idle) clearTimeout(worker.idle)
  hold(worker, false)
  worker.child.kill('SIGKILL')
}

const running = new Set<ChildProcess>()

function startWorker(chosen: Isolation): Worker {
  const child = startDecoder(chosen)
  // The exit event reports a process that is gone; the broken pipe adds nothing.
  for (const one of [child, child.stdin, child.stdout]) one?.on('error', () => {})
  // Where the machine has no file descriptors left, Node returns a child that has neither a process nor pipes.
  if (child.pid === undefined || !child.stdin || !child.stdout)
    throw new Error('no process for pictures could be started')
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { child, frames: new FrameReader(MAX_ANSWER_BYTES), pictures: 0, idle: null }
}

/** The best isolation in which a decoder starts and answers. */
async function findIsolation(): Promise<Isolation> {
  for (const chosen of ['sandbox', ...(process.getuid?.() === 0 ? (['child_as_nobody'] as const) : [])] as const)
    if (await works(chosen)) return chosen
  return 'child'
}

async function works(chosen: Isolation): Promise<boolean> {
  try {
    const worker = startWorker(chosen)
    const frame = await exchange(worker, { kind: 'ready' }, [])
    if (typeof frame === 'string') end(worker)
    else rest(lanes.uploads, worker)
    return typeof frame !== 'string'
  } catch (error) {
    log.debug({ err: error, isolation: chosen }, 'pictures can not be decoded with this isolation')
    return false
  }
}
