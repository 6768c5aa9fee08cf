import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findPgbench } from './database.ts'

const run = promisify(execFile)

export type PgbenchResult = { perSecond: number; latencyMs: number }

/** Runs a script with prepared statements for some seconds, as the server's own role. Throws if a transaction failed. */
export async function pgbench(options: {
  serverUrl: string
  script: string
  connections: number
  seconds: number
  variables?: Record<string, string>
}): Promise<PgbenchResult> {
  const url = new URL(options.serverUrl)
  const variables = Object.entries(options.variables ?? {}).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const { script, connections, seconds } = options
  const how = ['-n', '-M', 'prepared', '-j', '1', '-c', String(connections), '-T', String(seconds), '-f', script]
  const { stdout } = await run(findPgbench()!, [...how, ...variables, url.pathname.slice(1)], {
    timeout: (options.seconds + 60) * 1_000,
    env: {
      PATH: process.env.PATH,
      PGHOST: url.searchParams.get('host')!,
      PGUSER: url.username,
      PGPASSWORD: url.password,
    },
  })
  if (!/number of failed transactions: 0 /.test(stdout)) throw new Error(`pgbench had failures:\n${stdout}`)
  return {
    perSecond: Number(/tps = ([\d.]+) \(without initial connection time\)/.exec(stdout)![1]),
    latencyMs: Number(/latency average = ([\d.]+) ms/.exec(stdout)![1]),
  }
}
