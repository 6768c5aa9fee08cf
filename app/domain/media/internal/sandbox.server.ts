import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/**
 * Where uploaded videos are opened: no network, no file but the one (read only) and one folder to write to, no secret in the environment,
 * bounded time, memory and output.
 */
export type SandboxRun = {
  program: 'ffmpeg' | 'ffprobe'
  /** The file is `/in/file`, the folder `/out`. */
  args: readonly string[]
  input?: string
  output?: string
  cpuSeconds: number
  wallSeconds: number
  /** Lowest processor priority; for work that nobody waits for. */
  patient?: boolean
  /** The largest file that may be written. */
  maxOutputBytes?: number
  /** Ends the work before it is done: nobody wants it any more. */
  signal?: AbortSignal
  /** Hears what the program prints, while it runs. */
  hear?: (text: string) => void
}
export type SandboxAnswer =
  | { kind: 'done'; stdout: string }
  /** The program failed: the file is at fault. */
  | { kind: 'refused'; stderr: string }
  /** The program was stopped: by a limit, or because the server stops. */
  | { kind: 'stopped'; why: string }

const MAX_MEMORY_BYTES = 2_000_000_000
const MAX_OUTPUT_BYTES = 400_000_000
const MAX_TEXT = 65_536
// Threads count too, and on older kernels those of the whole user account.
const MAX_PROCESSES = 256
const LIBRARIES = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/etc/ld.so.cache',
  '/etc/alternatives',
]

/** What every sandbox is started with: nothing of the machine but its libraries. */
export const ISOLATED = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  '--clearenv',
  '--cap-drop',
  'ALL',
  ...LIBRARIES.flatMap((path) => ['--ro-bind-try', path, path]),
]

/** The full path of a program on this machine's PATH, or null. */
export function findProgram(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    if (!folder.startsWith('/')) continue
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {
      // Not in this folder.
    }
  }
  return null
}

/** Runs a program in a sandbox of its own. Throws where the sandbox can't be made. */
export function runInSandbox(run: SandboxRun): Promise<SandboxAnswer> {
  const [prlimit, nice, bwrap, program] = ['prlimit', 'nice', 'bwrap', run.program].map(findProgram)
  if (!prlimit || !nice || !bwrap || !program) throw new Error('this machine has no sandbox for videos')
  const limits = [
    `--cpu=${run.cpuSeconds}`,
    `--as=${MAX_MEMORY_BYTES}`,
    `--fsize=${run.maxOutputBytes ?? MAX_OUTPUT_BYTES}`,
    `--nproc=${MAX_PROCESSES}`,
    '--nofile=64',
    '--core=0',
  ]
  const isolation = [
    ...ISOLATED,
    '--ro-bind',
    program,
    '/program',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...(run.input ? ['--ro-bind', run.input, '/in/file'] : []),
    ...(run.output ? ['--bind', run.output, '/out', '--chdir', '/out'] : []),
  ]
  return watch(
    spawn(
      prlimit,
      [...limits, '--', nice, '-n', run.patient ? '15' : '0', bwrap, ...isolation, '--', '/program', ...run.args],
      {
        env: {},
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ),
    run,
  )
}

const running = new Set<ChildProcess>()
let leaving = false

/** Ends everything that runs here, because the server stops. */
export function leaveSandboxes(): void {
  leaving = true
  for (const child of running) child.kill('SIGKILL')
}

/** Whether a stopped program was stopped by us. */
export function isLeaving(): boolean {
  return leaving
}

function watch(child: ChildProcess, { wallSeconds, hear, signal: wanted }: SandboxRun): Promise<SandboxAnswer> {
  running.add(child)
  child.once('close', () => running.delete(child))
  const heard = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      if (heard[name].length < MAX_TEXT) heard[name] += text
    })
  }
  if (hear) child.stdout!.on('data', hear)
  let late = false
  const stop = () => child.kill('SIGKILL')
  if (wanted?.aborted) stop()
  wanted?.addEventListener('abort', stop)
  child.once('close', () => wanted?.removeEventListener('abort', stop))
  const patience = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, wallSeconds * 1_000)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      clearTimeout(patience)
      reject(error)
    })
    child.once('close', (code, signal) => {
      clearTimeout(patience)
      if (code === 0) resolve({ kind: 'done', stdout: heard.stdout })
      else if (late || signal !== null || (code ?? 0) > 128)
        resolve({ kind: 'stopped', why: late ? 'too slow' : String(signal ?? code) })
      else resolve({ kind: 'refused', stderr: heard.stderr.slice(0, 500) })
    })
  })
}
