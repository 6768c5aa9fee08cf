/**
 * Waits beside a run until it is over, also if it was killed, then ends what it left running and removes its folder. Started by
 * `useTemporaryFolder` with the folder; the end of its input is the end of the run.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const folder = process.argv[2]!
/** Servers and databases end by themselves where they can. */
const PATIENCE_MS = 5_000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.stdin.resume()
process.stdin.once('end', () => void reap())
process.stdin.once('error', () => void reap())

async function reap(): Promise<void> {
  const began = Date.now()
  end('SIGTERM')
  while (processes().length > 0 && Date.now() - began < PATIENCE_MS) await wait(100)
  end('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.exit(0)
}

function end(signal: NodeJS.Signals): void {
  for (const pid of processes())
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile.
    }
}

/** Processes that the run's environment or a path in its folder names; elsewhere than on Linux they can't be known. */
function processes(): number[] {
  return listProcesses().filter((pid) => pid !== process.pid && ['environ', 'cmdline'].some((of) => names(pid, of)))
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function names(pid: number, of: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/${of}`, 'utf8').includes(folder)
  } catch {
    return false
  }
}
