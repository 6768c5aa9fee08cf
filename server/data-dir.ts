import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The folder of everything stored outside the database. `server.pid` names the running server, the first one if several share the
 * folder; `processes` has one file for each.
 */
export type DataDir = { path: string; release(): void }

const SHARED_PID = 'server.pid'
const PROCESSES = 'processes'

/** Files that belong to running processes and to no backup. */
export const OF_PROCESSES: readonly string[] = [SHARED_PID, PROCESSES, 'simulator.lock']

/** Claims the folder. With `shared`, several processes may claim it: their database is elsewhere. Otherwise throws if another one runs. */
export function holdDataDir(path: string, options: { shared: boolean }): DataDir {
  const folder = resolve(path)
  const processes = join(folder, PROCESSES)
  mkdirSync(processes, { recursive: true })
  const pidFile = join(folder, SHARED_PID)
  const own = join(processes, `${hostname()}-${process.pid}.pid`)
  const holder = claim(pidFile)
  const other = holder ?? otherProcess(processes)
  if (!options.shared && other !== null) {
    if (holder === null) rmSync(pidFile, { force: true })
    throw new Error(
      `DATA_DIR is in use by the server with pid ${other}: several processes share it only with a DATABASE_URL of their own`,
    )
  }
  writeFileSync(own, `${process.pid}\n`)
  return {
    path: folder,
    release: () => {
      rmSync(own, { force: true })
      if (!options.shared && readdirSync(processes).length === 0) rmdirSync(processes)
      if (readPid(pidFile) !== process.pid) return
      rmSync(pidFile, { force: true })
      const next = options.shared ? otherProcess(processes) : null
      if (next !== null) writeWhole(pidFile, `${next}\n`)
    },
  }
}

/** Writes our pid unless a live server's is there. Returns the other server's pid, or null if the folder is ours. */
function claim(pidFile: string): number | null {
  for (;;) {
    if (writeWhole(pidFile, `${process.pid}\n`)) return null
    const holder = liveServer(readPid(pidFile))
    if (holder !== null) return holder
    if (readPid(pidFile) === process.pid) return null
    rmSync(pidFile, { force: true })
  }
}

/** Another server on this machine that uses the folder. Removes files of servers that are gone; other machines remove their own. */
function otherProcess(processes: string): number | null {
  let other: number | null = null
  for (const name of readdirSync(processes)) {
    if (!name.startsWith(`${hostname()}-`)) continue
    const file = join(processes, name)
    const pid = readPid(file)
    if (pid === process.pid) continue
    const alive = liveServer(pid)
    if (alive === null) rmSync(file, { force: true })
    other ??= alive
  }
  return other
}

function readPid(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Returns the pid if it is that of another live server, null if another program got the number meanwhile. */
function liveServer(pid: number | null): number | null {
  if (pid === null || !Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null
  try {
    process.kill(pid, 0)
  } catch {
    return null
  }
  const commandLine = `/proc/${pid}/cmdline`
  if (!existsSync(commandLine)) return process.platform === 'linux' ? null : pid
  return /(server\/main|bin\/start|bin\/dev|bin\/restore)\.ts/.test(readFileSync(commandLine, 'utf8')) ? pid : null
}

/** A secret that is generated once and kept beside the data. Processes that generate it at the same time all get the same one. */
export function keptSecret(folder: string, name: string, bytes = 48): string {
  const file = join(folder, name)
  if (!existsSync(file)) writeWhole(file, randomBytes(bytes).toString('base64url'), 0o600)
  return readFileSync(file, 'utf8').trim()
}

/** Creates a file with its content in one step, so that no process reads half of it. Returns false if it exists already. */
function writeWhole(file: string, text: string, mode = 0o644): boolean {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, text, { mode })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Chooses the process of a demo that starts the payment simulator; the others use its port. Held until the process ends.
 */
export function claimSimulator(folder: string, port: number): { mine: boolean; port: number; release(): void } {
  const file = join(folder, 'simulator.lock')
  for (;;) {
    if (writeWhole(file, JSON.stringify({ pid: process.pid, port })))
      return { mine: true, port, release: () => rmSync(file, { force: true }) }
    const held = readLock(file)
    if (held && liveServer(held.pid) !== null) return { mine: false, port: held.port, release: () => {} }
    rmSync(file, { force: true })
  }
}

function readLock(file: string): { pid: number; port: number } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { pid: number; port: number }
  } catch {
    return null
  }
}
