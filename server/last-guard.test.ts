import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs a process under the guard whose `leave` finishes what is in hand and then ends it. Returns its exit code and what it printed. */
async function guarded(fault: string): Promise<{ code: number | null; printed: string }> {
  const program = `
    const { guardAgainstTheUnexpected } = await import('#server/last-guard.ts')
    guardAgainstTheUnexpected(() => setImmediate(() => { console.log('finished what was in hand'); process.exit(1) }))
    setTimeout(() => process.exit(0), 10_000)
    ${fault}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, printed }
}

test.each([
  ['an uncaught exception', `setTimeout(() => { throw new Error('a fault') }, 1)`],
  [
    'an error event without a listener',
    `new (await import('node:events')).EventEmitter().emit('error', new Error('a fault'))`,
  ],
  ['an unhandled rejection', `Promise.reject(new Error('a fault'))`],
])(
  '%s is logged, requests in hand are answered, and the process ends so that its supervisor restarts it',
  async (_, fault) => {
    const { code, printed } = await guarded(fault)
    expect(code).toBe(1)
    expect(printed).toContain('a fault')
    expect(printed).toContain('an uncaught error')
    expect(printed).toContain('finished what was in hand')
  },
)
