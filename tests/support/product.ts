import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

export type Product = {
  url: string
  simulatorUrl: string
  pid: number
  /** Its exit code, or null while it runs. */
  exitCode: () => number | null
  dataDir: string
  output: () => string
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>
  /** kill -9. */
  kill(): Promise<void>
  /** Stops it if it runs and removes its data. */
  remove(): Promise<void>
}

/**
 * Starts the built product as an operator would, on free ports or the given one; a new DATA_DIR unless one is given. Waits until it is
 * ready.
 */
export async function startProduct(
  options: { dataDir?: string; port?: number; env?: Record<string, string>; readyWithin?: number } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'peach-product-'))
  const port = options.port ?? (await freePorts())
  const child = spawn(process.execPath, ['bin/start.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Its database's socket is there, and we look for it by the same rule.
      ...(process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {}),
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      // As on a machine with several processors, so that every test of the built server proves it.
      WEB_PROCESSES: '2',
      // Required outside the demo.
      ...(options.env?.DEMO === '0' ? { BASE_URL: `http://localhost:${port}` } : {}),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const url = `http://localhost:${port}`
  await untilReady(child, options.env?.ROLES === 'worker' ? null : url, options.readyWithin ?? 120_000, () => output)

  const ended = () =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
      else child.once('exit', (code) => resolve(code))
    })
  return {
    url,
    simulatorUrl: `http://localhost:${port + 1}`,
    pid: child.pid!,
    exitCode: () => child.exitCode ?? (child.signalCode === null ? null : 1),
    dataDir,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM')
      return ended()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended()
    },
    remove: async () => {
      child.kill('SIGTERM')
      await ended()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** It has printed its lines, and its address, if it has one, answers. */
async function untilReady(
  child: ChildProcess,
  url: string | null,
  within: number,
  output: () => string,
): Promise<void> {
  const abandon = Date.now() + within
  while (Date.now() < abandon) {
    if (child.exitCode !== null) throw new Error(`the product ended with code ${child.exitCode}:\n${output()}`)
    const answers =
      url === null ||
      (await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ))
    if (answers && output().includes(' is ready at ')) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the product was not ready in ${within} ms:\n${output()}`)
}

/** A port with a free neighbour: the payment simulator takes the next one. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 30_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
