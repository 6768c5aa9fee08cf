import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALLED = '/usr/lib/postgresql'

/** Runs PostgreSQL's own program, at least as new as the database. Throws with the command that installs it if it is missing. */
export async function postgresTool(name: 'pg_dump' | 'pg_restore', major: number, args: string[]): Promise<void> {
  const failure = await run(find(name, major), args, { maxBuffer: 64 * 1_048_576 }).then(
    () => null,
    (error: unknown) => error as { code?: unknown; stderr?: string },
  )
  if (!failure) return
  if (failure.code === 'ENOENT') throw new Error(`${name} is missing: apt-get install postgresql-client-${major}`)
  // The arguments contain the database's address with its password: keep them out of the error.
  throw new Error(`${name} failed: ${(failure.stderr ?? '').trim().split('\n')[0] ?? ''}`)
}

function find(name: string, major: number): string {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : []
  const fit = versions
    .filter((version) => version >= major && existsSync(join(INSTALLED, String(version), 'bin', name)))
    .toSorted((a, b) => a - b)
  return fit[0] === undefined ? name : join(INSTALLED, String(fit[0]), 'bin', name)
}
