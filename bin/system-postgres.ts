import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const INSTALLED = '/usr/lib/postgresql'

export type SystemPostgres = { url: string; bin: string; socketFolder: string; stop(): Promise<void> }

/** The oldest PostgreSQL (15 or newer) that the system has, or null. */
export function systemPostgresVersion(): number | null {
  if (!existsSync(INSTALLED)) return null
  const versions = readdirSync(INSTALLED)
    .map(Number)
    .filter((version) => version >= 15 && existsSync(join(INSTALLED, String(version), 'bin', 'initdb')))
  return versions.length > 0 ? Math.min(...versions) : null
}

/** A throwaway cluster of the oldest PostgreSQL (15 or newer) that the system has, or null. */
export async function startSystemPostgres(
  options: { durable?: boolean; settings?: string[] } = {},
): Promise<SystemPostgres | null> {
  const version = systemPostgresVersion()
  if (version === null) return null
  const bin = join(INSTALLED, String(version), 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'peach-pg-system-'))
  // PostgreSQL refuses to work as root; Debian's package created the account for it.
  const root = process.getuid?.() === 0
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const account = root ? { uid: id('-u'), gid: id('-g') } : {}
  if (root) chownSync(folder, id('-u'), id('-g'))
  const command = (name: string, args: string[]) =>
    execFileSync(join(bin, name), args, { cwd: folder, stdio: 'ignore', ...account })
  const cluster = join(folder, 'cluster')
  command('initdb', ['-D', cluster, '-U', 'peach_owner', '--auth=trust', '--encoding=UTF8', '--locale=C'])
  const settings = [
    `-c listen_addresses=''`,
    `-c unix_socket_directories='${folder}'`,
    '-c max_connections=100',
    ...(options.durable ? [] : ['-c fsync=off', '-c synchronous_commit=off']),
    ...(options.settings ?? []),
  ]
  command('pg_ctl', ['start', '-w', '-D', cluster, '-l', join(folder, 'log'), '-o', settings.join(' ')])
  return {
    url: `postgresql://peach_owner@localhost/postgres?host=${encodeURIComponent(folder)}`,
    bin,
    socketFolder: folder,
    stop: async () => {
      command('pg_ctl', ['stop', '-w', '-D', cluster, '-m', 'immediate'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
