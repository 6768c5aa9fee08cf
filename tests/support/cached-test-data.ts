import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayInKampala } from '#app/domain/identity/age.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Everything that demo data is made from; pages and styles are not part of it. */
const MAKERS = [
  'app/**/*.ts',
  'demo/**/*.ts',
  'simulator/**/*.ts',
  'server/**/*.ts',
  'bin/start.ts',
  'db/**/*.sql',
  'package-lock.json',
]
const NO_MAKERS = ['**/*.test.ts', 'app/web/**', 'app/ui/**']
const MAX_KEPT = 2

/** Changes with everything that demo data is made from. */
export function fingerprintOfTestData(root = ROOT): string {
  const hash = createHash('sha256')
  for (const file of globSync(MAKERS, { cwd: root, exclude: NO_MAKERS }).sort())
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  // Videos are made only if the machine can.
  for (const tool of ['ffmpeg', 'bwrap'])
    hash.update(`${tool} ${(process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, tool)))}\n`)
  return hash.digest('hex').slice(0, 32)
}

/** Outside the checkout, so that a clean checkout or `npm ci` does not cost the minutes again. */
function folderOfKept(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'peach', 'demo-data')
}

/**
 * Returns a folder with demo data for the caller alone, made by `build` only if it isn't cached yet. Cached data is named by its
 * fingerprint and the day, because its times count from the moment it was made. Safe for several runs at once: a folder gets
 * its name only when it is complete, and every user gets a copy.
 */
export async function cachedTestData(
  build: () => Promise<string>,
  options: { kept?: string; fingerprint?: string; day?: string } = {},
): Promise<{ folder: string; built: boolean }> {
  const { kept = folderOfKept(), fingerprint = fingerprintOfTestData(), day = dayInKampala(new Date()) } = options
  const name = `${day}-${fingerprint}`
  const known = copyOf(join(kept, name))
  if (known) return { folder: known, built: false }
  const folder = await build()
  keep(folder, kept, name)
  return { folder, built: true }
}

function copyOf(whole: string): string | null {
  if (!existsSync(whole)) return null
  const folder = mkdtempSync(join(tmpdir(), 'peach-demo-data-'))
  try {
    copy(whole, folder)
    utimesSync(whole, new Date(), new Date())
    return folder
  } catch {
    // Another run has just removed it as too old.
    rmSync(folder, { recursive: true, force: true })
    return null
  }
}

function keep(folder: string, kept: string, name: string): void {
  mkdirSync(kept, { recursive: true })
  const draft = mkdtempSync(join(kept, '.draft-'))
  try {
    copy(folder, draft)
    renameSync(draft, join(kept, name))
  } catch {
    // Cached already by another run, or no space for it: the data at hand works as well.
    rmSync(draft, { recursive: true, force: true })
  }
  const usedAt = (one: string) => statSync(join(kept, one), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const whole = readdirSync(kept).filter((one) => !one.startsWith('.'))
  for (const old of whole.toSorted((a, b) => usedAt(b) - usedAt(a)).slice(MAX_KEPT))
    rmSync(join(kept, old), { recursive: true, force: true })
  const anHourAgo = Date.now() - 3_600_000
  for (const left of readdirSync(kept).filter((one) => one.startsWith('.draft-')))
    if (usedAt(left) < anHourAgo) rmSync(join(kept, left), { recursive: true, force: true })
}

/** With owners and modes: when root runs the tests, the database's files belong to a separate account. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', '--reflink=auto', `${from}/.`, to], { stdio: 'ignore' })
}
