import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules', '.bin')

export type Ran = { code: number; output: string; seconds: number }

type Options = {
  env?: Record<string, string>
  /** Prints what it prints, as it runs. */
  show?: boolean
  /** Gets each line that it writes to its fourth file, which is open for that. */
  told?: (line: string) => void
}

/** Runs a tool of the project and returns its exit code with what it printed. */
export function run(command: string, args: string[], options: Options = {}): Promise<Ran> {
  const began = performance.now()
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', options.told ? 'pipe' : 'ignore'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
      if (options.show) process.stdout.write(text)
    })
  }
  if (options.told) createInterface({ input: child.stdio[3] as Readable }).on('line', options.told)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: error.message, seconds: 0 }))
    child.on('close', (code) => resolve({ code: code ?? 1, output, seconds: (performance.now() - began) / 1000 }))
  })
}
