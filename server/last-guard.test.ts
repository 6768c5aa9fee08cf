import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs a process under the guard whose `leave` answers what is in hand and then ends it. Answers its code and what it printed. */
async function guarded(fault: string): Promise<{ code: number | null; printed: string }> {
  const program = `
    const { guardAgainstTheUnexpected } = await import('#server/last-guard.ts')
    guardAgainstTheUnexpected(() => setImmediate(() => { console.log('answered what was in hand'); process.exit(1) }))
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
  ['thrown where nobody catches', `setTimeout(() => { throw new Error('a fault') }, 1)`],
  [
    'an error event that nobody hears',
    `new (await import('node:events')).EventEmitter().emit('error', new Error('a fault'))`,
  ],
  ['a rejection that nobody handles', `Promise.reject(new Error('a fault'))`],
])('%s is logged, what is in hand is answered, and the process ends for its supervisor', async (_, fault) => {
  const { code, printed } = await guarded(fault)
  expect(code).toBe(1)
  expect(printed).toContain('a fault')
  expect(printed).toContain('an error that nobody caught')
  expect(printed).toContain('answered what was in hand')
})
