import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fingerprintOfTestData, cachedTestData } from '#tests/support/cached-test-data.ts'
import { daysSince1970 } from './day.ts'
import { ROOT } from './run.ts'
import { heldOn, recordHeldOn, schemaFingerprint } from './second-postgres.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peach-suite-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

describe('the second PostgreSQL', () => {
  test('is left out only if the tests held on it with exactly this schema', () => {
    write('db/migrations/0001.sql', 'create table a ();')
    const kept = join(folder, 'proven-on.json')
    expect(heldOn(15, kept, schemaFingerprint(folder))).toBe(false)
    recordHeldOn(15, kept, schemaFingerprint(folder))
    expect(heldOn(15, kept, schemaFingerprint(folder))).toBe(true)
    write('db/migrations/0001.sql', 'create table another ();')
    expect(heldOn(15, kept, schemaFingerprint(folder))).toBe(false)
    write('db/migrations/0001.sql', 'create table a ();')
    expect(heldOn(16, kept, schemaFingerprint(folder))).toBe(false)
    write('db/migrations/0002.sql', 'create table b ();')
    expect(heldOn(15, kept, schemaFingerprint(folder))).toBe(false)
    recordHeldOn(16, kept, 'another')
    expect(Object.keys(JSON.parse(readFileSync(kept, 'utf8')) as object)).toEqual(['15', '16'])
  })
})

describe('the cached demo data', () => {
  let built = 0
  const build = async () => {
    built += 1
    const made = mkdtempSync(join(folder, 'made-'))
    writeFileSync(join(made, 'demo-data'), String(built))
    return made
  }
  const fixture = (fingerprint: string, day = '2026-11-22') =>
    cachedTestData(build, { kept: join(folder, 'kept'), fingerprint, day })
  beforeEach(() => {
    built = 0
  })

  test('is built once for the same sources, and every caller gets its own folder', async () => {
    const first = await fixture('one')
    const second = await fixture('one')
    expect([first.built, second.built, built]).toEqual([true, false, 1])
    expect(second.folder).not.toBe(first.folder)
    writeFileSync(join(second.folder, 'demo-data'), 'used up')
    const third = await fixture('one')
    expect(readFileSync(join(third.folder, 'demo-data'), 'utf8')).toBe('1')
    for (const one of [second, third]) rmSync(one.folder, { recursive: true })
  })

  test('is rebuilt on another day or from other sources, and two are kept', async () => {
    await fixture('one')
    await fixture('one', '2026-11-23')
    utimesSync(join(folder, 'kept', '2026-11-22-one'), 1, 1)
    await fixture('two')
    expect(built).toBe(3)
    expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(['2026-11-22-two', '2026-11-23-one'])
  })

  test('is complete when two runs build it at once', async () => {
    const both = await Promise.all([fixture('one'), fixture('one')])
    for (const one of both) expect(existsSync(join(one.folder, 'demo-data'))).toBe(true)
    expect(readdirSync(join(folder, 'kept'))).toEqual(['2026-11-22-one'])
  })

  test('changes with its sources, and not with tests, pages or styles', () => {
    const files = [
      'app/domain/a/a.server.ts',
      'demo/people.ts',
      'db/migrations/1.sql',
      'package-lock.json',
      'server/start.ts',
    ]
    for (const file of files) write(file, '1')
    const before = fingerprintOfTestData(folder)
    for (const file of ['app/web/page.ts', 'app/ui/x.ts', 'app/domain/a/a.test.ts', 'demo/x.test.ts']) write(file, '1')
    expect(fingerprintOfTestData(folder)).toBe(before)
    for (const file of files) {
      write(file, '2')
      expect(fingerprintOfTestData(folder), file).not.toBe(before)
      write(file, '1')
    }
  })
})

describe('the temporary folder of a run', () => {
  const env = () => ({ PATH: process.env.PATH, TMPDIR: folder })
  const useFolder = `const { useTemporaryFolder } = await import(${JSON.stringify(join(ROOT, 'bin/temporary-folder.ts'))});
    useTemporaryFolder(); (await import('node:fs')).writeFileSync(process.env.TMPDIR + '/left', '');`
  const runs = () => readdirSync(folder).filter((name) => name.startsWith('peach-run-'))

  const started: ChildProcess[] = []
  afterEach(() => started.forEach((child) => child.kill('SIGKILL')))

  /** Starts a run that continues until it is ended; ready once it has its folder. */
  async function aRun(): Promise<ChildProcess> {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', `${useFolder} console.log('ready'); setInterval(() => {}, 1000)`],
      { env: env(), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    started.push(child)
    await new Promise((resolve) => child.stdout.once('data', resolve))
    return child
  }
  const end = (child: ChildProcess, signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })

  test.each(['SIGINT', 'SIGTERM'] as const)('is removed at %s', async (signal) => {
    const child = await aRun()
    expect(runs()).toHaveLength(1)
    await end(child, signal)
    expect(runs()).toEqual([])
  })

  test('is in memory or on disk, and on disk where that is asked for', () => {
    const folderOf = (how: string) =>
      spawnSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `const { useTemporaryFolder } = await import(${JSON.stringify(join(ROOT, 'bin/temporary-folder.ts'))});
          useTemporaryFolder(${how}); console.log(process.env.TMPDIR)`,
        ],
        { env: { PATH: process.env.PATH }, encoding: 'utf8' },
      ).stdout
    expect(folderOf('')).toMatch(/^\/(dev\/shm|tmp)\/peach-run-/)
    expect(folderOf('{ onDisk: true }')).toMatch(/^\/tmp\/peach-run-/)
  })

  test('is removed after a run that throws', () => {
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', `${useFolder} throw new Error('no')`], {
      env: env(),
      encoding: 'utf8',
    })
    expect(ended.status).toBe(1)
    expect(runs()).toEqual([])
  })

  test('is removed by the next run if a run was killed, and only then', async () => {
    await end(await aRun(), 'SIGKILL')
    const alive = await aRun()
    expect(runs()).toEqual([expect.stringContaining(`-${alive.pid}-`)])
    const other = await aRun()
    expect(runs()).toHaveLength(2)
    await end(alive, 'SIGTERM')
    await end(other, 'SIGTERM')
    expect(runs()).toEqual([])
  })
})

test.each(['4/3', '0/2', '1', 'x'])('SHARD=%s is refused before anything runs', (shard) => {
  const ended = spawnSync(process.execPath, [join(ROOT, 'bin/test.ts')], {
    env: { PATH: process.env.PATH, SHARD: shard },
    encoding: 'utf8',
  })
  expect([ended.status, ended.stderr]).toEqual([
    2,
    `SHARD=${shard} is not a valid part; SHARD=1/3 is the first of three\n`,
  ])
})

test('what rotates by day continues over the end of a month', () => {
  expect(daysSince1970(20_261_201) - daysSince1970(20_261_130)).toBe(1)
})
