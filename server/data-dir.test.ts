import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimSimulator, holdDataDir, keptSecret } from './data-dir.ts'

const ROOT = join(import.meta.dirname, '..')
let folder: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peach-data-dir-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Another process that looks like a server, does something with the folder, says so, and stays. */
async function anotherServer(program: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import * as dataDir from '#server/data-dir.ts'; const folder = ${JSON.stringify(folder)}; ${program}; setInterval(() => {}, 1_000)`,
      'server/main.ts',
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

const holding = (shared: boolean) =>
  anotherServer(
    `const hold = dataDir.holdDataDir(folder, { shared: ${shared} }); process.on('SIGTERM', () => { hold.release(); process.exit(0) }); console.log('holds')`,
  )
const named = () => Number(readFileSync(join(folder, 'server.pid'), 'utf8'))

describe('a DATA_DIR', () => {
  test('with an embedded database is one process\u2019s alone, and free again when that one was killed', async () => {
    const { child } = await holding(false)
    expect(named()).toBe(child.pid)
    expect(() => holdDataDir(folder, { shared: false })).toThrow(
      `DATA_DIR is in use by the server with pid ${child.pid}: several processes share it only with a DATABASE_URL`,
    )
    expect(named()).toBe(child.pid)
    child.kill('SIGKILL')
    await once(child, 'exit')
    holdDataDir(folder, { shared: false }).release()
  })

  test('beside a DATABASE_URL is shared: server.pid names the first, and another when that one leaves', async () => {
    const { child } = await holding(true)
    const hold = holdDataDir(folder, { shared: true })
    expect(named()).toBe(child.pid)
    const third = await holding(true)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect([process.pid, third.child.pid]).toContain(named())
    hold.release()
    expect(named()).toBe(third.child.pid)
    // The embedded database and a restore want it alone.
    expect(() => holdDataDir(folder, { shared: false })).toThrow(/in use/)
  })

  test('that a program with the same number seems to hold is free', () => {
    mkdirSync(join(folder, 'processes'))
    writeFileSync(join(folder, 'server.pid'), '1\n')
    const hold = holdDataDir(folder, { shared: false })
    expect(named()).toBe(process.pid)
    hold.release()
  })
})

test('of processes that make a kept secret at the same moment, all get the same', async () => {
  const said = await Promise.all(
    Array.from({ length: 8 }, () => anotherServer(`console.log(dataDir.keptSecret(folder, 'app-secret'))`)),
  )
  expect(new Set(said.map((one) => one.said))).toEqual(new Set([keptSecret(folder, 'app-secret')]))
})

test('one process of a demo starts the payment simulator, and the others use its port', async () => {
  const { child } = await anotherServer(`console.log(JSON.stringify(dataDir.claimSimulator(folder, 4001)))`)
  expect(claimSimulator(folder, 4003)).toMatchObject({ mine: false, port: 4001 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claimSimulator(folder, 4003)).toMatchObject({ mine: true, port: 4003 })
})
