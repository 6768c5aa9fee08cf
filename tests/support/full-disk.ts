import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A place for a DATA_DIR whose space can run out and return. `processes` are all that write there; a disk of its own is full for all. */
export type Disk = {
  dataDir: string
  fill(processes?: number[]): void
  free(processes?: number[]): void
  remove(): void
}

const DISK_MB = 400

/** The reason why this machine can't mount a disk for us; null if it can. */
export function whyNoMount(): string | null {
  try {
    mountDisk().remove()
    return null
  } catch (error) {
    return (error as { stderr?: Buffer }).stderr?.toString().split('\n')[0] ?? String(error)
  }
}

/** A separate disk, in memory. Throws if nothing may be mounted. */
export function mountDisk(): Disk {
  const root = mkdtempSync(join(tmpdir(), 'peach-disk-'))
  const unmounted = () => rmSync(root, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', root], { stdio: 'pipe' })
  } catch (error) {
    unmounted()
    throw error
  }
  const dataDir = join(root, 'data')
  mkdirSync(dataDir)
  const ballast = join(root, 'ballast')
  return {
    dataDir,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast),
    remove: () => {
      execFileSync('umount', ['-l', root])
      unmounted()
    },
  }
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const bytes of [1_048_576, 4_096]) while (wrote(file, bytes));
  } finally {
    closeSync(file)
  }
}

function wrote(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

// A small file still finds space, as on a disk that is nearly full; a segment of PostgreSQL's log doesn't.
const LARGEST_BYTES = 65_536

/** An ordinary folder, for processes with a file size limit: works wherever tests do, without permission to mount. */
export function limitedDisk(): Disk {
  const dataDir = mkdtempSync(join(tmpdir(), 'peach-limited-'))
  return {
    dataDir,
    fill: (processes = []) => limitFiles(processes, String(LARGEST_BYTES)),
    free: (processes = []) => limitFiles(processes, 'unlimited'),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

function limitFiles(processes: number[], bytes: string): void {
  for (const pid of processes) {
    try {
      const { uid, gid } = statSync(`/proc/${pid}`)
      // As the account of that process: in a container, root may not change another's.
      const account = process.getuid?.() === 0 ? { uid, gid } : {}
      execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`], { stdio: 'pipe', ...account })
    } catch (error) {
      if (existsSync(`/proc/${pid}`)) throw error
    }
  }
}
