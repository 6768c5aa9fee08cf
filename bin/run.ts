import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules', '.bin')

export type Ran = { code: number; output: string; seconds: number }

/** Runs a tool of the project and returns its exit code with what it printed; `show` also prints it as it runs. */
export function run(
  command: string,
  args: string[],
  options: { env?: Record<string, string>; show?: boolean } = {},
): Promise<Ran> {
  const began = performance.now()
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
      if (options.show) process.stdout.write(text)
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: error.message, seconds: 0 }))
    child.on('close', (code) => resolve({ code: code ?? 1, output, seconds: (performance.now() - began) / 1000 }))
  })
}
