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

/** Another process that looks like a server, does something with the folder, reports it, and stays. */
async function anotherServer(program: string): Promise<{ child: ChildProcess; output: string }> {
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
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, output: output.toString().trim() }
}

const holding = (shared: boolean) =>
  anotherServer(
    `const hold = dataDir.holdDataDir(folder, { shared: ${shared} }); process.on('SIGTERM', () => { hold.release(); process.exit(0) }); console.log('holds')`,
  )
const named = () => Number(readFileSync(join(folder, 'server.pid'), 'utf8'))

describe('a DATA_DIR', () => {
  test('with an embedded database belongs to one process, and is free again when that process was killed', async () => {
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

  test('with a DATABASE_URL is shared: server.pid names the first process, and another one when the first leaves', async () => {
    const { child } = await holding(true)
    const hold = holdDataDir(folder, { shared: true })
    expect(named()).toBe(child.pid)
    const third = await holding(true)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect([process.pid, third.child.pid]).toContain(named())
    hold.release()
    expect(named()).toBe(third.child.pid)
    // The embedded database and a restore need exclusive use.
    expect(() => holdDataDir(folder, { shared: false })).toThrow(/in use/)
  })

  test('is free when another program has the same process id', () => {
    mkdirSync(join(folder, 'processes'))
    writeFileSync(join(folder, 'server.pid'), '1\n')
    const hold = holdDataDir(folder, { shared: false })
    expect(named()).toBe(process.pid)
    hold.release()
  })
})

test('processes that create a kept secret at the same moment all get the same one', async () => {
  const output = await Promise.all(
    Array.from({ length: 8 }, () => anotherServer(`console.log(dataDir.keptSecret(folder, 'app-secret'))`)),
  )
  expect(new Set(output.map((one) => one.output))).toEqual(new Set([keptSecret(folder, 'app-secret')]))
})

test('starts the payment simulator in one process of a demo, and the others use its port', async () => {
  const { child } = await anotherServer(`console.log(JSON.stringify(dataDir.claimSimulator(folder, 4001)))`)
  expect(claimSimulator(folder, 4003)).toMatchObject({ mine: false, port: 4001 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claimSimulator(folder, 4003)).toMatchObject({ mine: true, port: 4003 })
})
