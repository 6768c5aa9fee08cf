import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export function lacksWrk(): string | null {
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' })
    return null
  } catch {
    return 'the load generator wrk is missing: apt-get install -y wrk'
  }
}

/** Loads one address of this machine from one thread for some seconds. Returns requests per second; any status other than 200 throws. */
export async function load(
  url: string,
  options: { connections: number; seconds: number; headers?: Record<string, string> },
): Promise<number> {
  const headers = Object.entries(options.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', ['-t1', `-c${options.connections}`, `-d${options.seconds}s`, ...headers, url], {
    timeout: (options.seconds + 20) * 1_000,
  })
  if (/Non-2xx or 3xx responses|Socket errors/.test(stdout))
    throw new Error(`the load met errors at ${url}:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1])
}
