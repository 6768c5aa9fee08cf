import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress-files.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = ['app', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts']
const STAMP = join(ROOT, 'build', 'made-from')
const LOCK = join(ROOT, 'node_modules', '.peach-build.lock')

/** Builds the pages unless the existing build was made from exactly these sources. */
export function buildIfStale(): void {
  const made = fingerprint()
  if (isFresh(made)) return
  const release = takeLock()
  try {
    // The process that held the lock before us may just have made it.
    if (!isFresh(made)) build(made)
  } finally {
    release()
  }
}

function isFresh(made: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === made
}

function build(made: string): void {
  console.log('Building the pages (once for each change) ...')
  rmSync(join(ROOT, 'build'), { recursive: true, force: true })
  const bin = join(ROOT, 'node_modules', '.bin', 'react-router')
  execFileSync(process.execPath, [bin, 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  compressFiles(join(ROOT, 'build', 'client'))
  writeFileSync(STAMP, made)
}

/** One build at a time in a checkout; the lock of a dead process is taken over. */
function takeLock(): () => void {
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
      return () => rmSync(LOCK, { force: true })
    } catch {
      if (!isAlive(Number(readFileSync(LOCK, { encoding: 'utf8', flag: 'a+' })))) rmSync(LOCK, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, join(ROOT, source))
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addTo(hash, join(path, name))
  } else if (!path.endsWith('.test.ts')) {
    hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  }
}
