import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'peach-run-'

const MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** A whole run holds some three gigabytes at once. */
const NEEDED = { inMemory: 8 * GIB, available: 10 * GIB }

/**
 * Gives this run and every process it starts one temporary folder, which is removed with the run, also after a failure, an interrupt or a
 * kill: a reaper ends what a run left running. The next run removes what is left all the same. Processes started within a run use that run's folder. Where there is enough memory it is
 * there: a test file's own database is a thousand files, made in 35 milliseconds instead of 700. `TMPDIR` and `onDisk` keep it on disk.
 */
export function useTemporaryFolder({ onDisk = false } = {}): void {
  if (process.env.PEACH_RUN_FOLDER) return
  for (const parent of [tmpdir(), MEMORY]) if (existsSync(parent)) removeLeftovers(parent)
  // What a killed run left there takes no room by now.
  const inMemory = !onDisk && !process.env.TMPDIR && hasRoomInMemory()
  const folder = mkdtempSync(join(inMemory ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`))
  // When root runs the tests, the database uses an account of its own, which must reach its files.
  chmodSync(folder, 0o711)
  process.env.PEACH_RUN_FOLDER = folder
  process.env.TMPDIR = folder
  startReaper(folder)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  process.once('exit', remove)
  // Without a listener, Node ends at a signal without the "exit" event.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(code))
}

/** It learns by the end of a pipe from this process that the run is over, however that ended. */
function startReaper(folder: string): void {
  const reaper = spawn(process.execPath, [join(import.meta.dirname, 'reaper.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  reaper.unref()
  ;(reaper.stdin as Socket).unref()
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const available = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0
    return bavail * bsize >= NEEDED.inMemory && Number(available) * 1_024 >= NEEDED.available
  } catch {
    // Another system, without either of them.
    return false
  }
}

export function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) removeUnlessInUse(join(parent, name))
  }
}

/** A process that the killed run started may still write there, or the folder may belong to another account: the next run tries again. */
function removeUnlessInUse(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (!IN_USE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

const IN_USE = new Set(['ENOTEMPTY', 'EBUSY', 'EACCES', 'EPERM'])

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Called by vitest before a run. */
export function setup(): void {
  useTemporaryFolder()
}
