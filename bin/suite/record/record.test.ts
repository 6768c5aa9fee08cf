import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../run.ts'
import { isTurnOf, type Passed, passedBefore, readRecord, TURNS, writeRecord } from './record.ts'
import { fingerprintOf, type Project, reachOf, readProject } from './sources.ts'
import { journeyFiles, reachOfJourney, reachOfTestFile, recordedTestFiles, SCREENS_FILE } from './units.ts'

const project = readProject(ROOT)

const PROOF = 'tests/proof/histories-0.db.test.ts'
const WALLET = ['root', 'web/fan/wallet/wallet']
const reach = {
  proof: new Set(reachOfTestFile(PROOF, project)),
  screen: new Set(reachOfJourney(SCREENS_FILE, project, WALLET)),
  journey: new Set(reachOfJourney('tests/e2e/tips.spec.ts', project)),
}

describe('a fault changes the fingerprint of what it touches', () => {
  test.each([
    ['a product that only the registry names', 'app/domain/products/tip/quote.ts'],
    ['a notification that only the registry names', 'app/domain/events/tip-received.ts'],
    ['SQL of a migration', 'db/migrations/20261121T0150_create_creators_and_posts.sql'],
    ['the packages', 'package-lock.json'],
    ['a job that only the list of jobs names', 'app/jobs.server.ts'],
    ['the proof itself', PROOF],
    ['what tests share', 'tests/support/database.ts'],
    ['what is done before each file', 'tests/support/own-modules.ts'],
  ])('of a proof: %s', (_, path) => {
    expect(reach.proof).toContain(path)
  })

  test.each([
    ['the base sheet', 'app/ui/base.css'],
    ['its own route', 'app/web/fan/wallet/wallet.tsx'],
    ['a layout', 'app/root.tsx'],
    ['SQL of a migration', 'db/migrations/20261121T0150_create_creators_and_posts.sql'],
    ['what the server does with each request', 'server/web.ts'],
    ['the demo data', 'demo/pay.server.ts'],
    ['which addresses there are', 'app/routes.ts'],
    ['the packages', 'package-lock.json'],
    ['how screens are checked', SCREENS_FILE],
  ])('of a screen: %s', (_, path) => {
    expect(reach.screen).toContain(path)
  })

  test('of a screen only where its check has been; a journey has been everywhere', () => {
    const elsewhere = 'app/web/admin/viewers/viewer.tsx'
    expect(reach.screen).not.toContain(elsewhere)
    expect(reach.journey).toContain(elsewhere)
  })

  test('and nothing else does: other tests, texts for people, the record', () => {
    const others = ['tests/proof/races.db.test.ts', 'tests/e2e/payouts.spec.ts', 'tests/record.json', 'README.md']
    for (const files of Object.values(reach)) for (const other of others) expect(files).not.toContain(other)
  })

  test('every module of the product is reached by a journey', () => {
    const hasValues = /^export (?!type\b|interface\b)/m
    const unseen = [...project.paths].filter(
      (path) =>
        /^(app|server|simulator|demo)\/.*\.(ts|tsx|css)$/.test(path) &&
        !/\.test\.ts$|\.d\.ts$/.test(path) &&
        !reach.journey.has(path) &&
        (path.endsWith('.css') || hasValues.test(project.textOf(path))),
    )
    const byCommandsOrTestsAlone = [
      /^server\/(backup\/|describe-schema)/,
      /^app\/domain\/ledger\/add-up/,
      /^app\/ui\/(skeleton\.tsx|icons\/names\.ts)$/,
      /^demo\/artwork\/waveform/,
    ]
    expect(unseen.filter((path) => !byCommandsOrTestsAlone.some((one) => one.test(path)))).toEqual([])
  })

  test('a changed file changes it, an added one and a removed one too', () => {
    const changed = (path: string): Project => ({
      ...project,
      hashOf: (one) => `${project.hashOf(one)}${one === path ? 'changed' : ''}`,
    })
    const files = ['app/ui/base.css', 'package-lock.json']
    const before = fingerprintOf(files, project)
    expect(fingerprintOf(files, changed('app/root.tsx'))).toBe(before)
    expect(fingerprintOf(files, changed('app/ui/base.css'))).not.toBe(before)
    expect(fingerprintOf([...files, 'app/root.tsx'], project)).not.toBe(before)
    expect(fingerprintOf(files.slice(1), project)).not.toBe(before)
  })
})

describe('what a file names', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'peach-names-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  /** Whether the text in `app/a.ts` names the file. */
  function reaches(text: string, path: string): boolean {
    write('app/a.ts', text)
    write(path, '')
    return reachOf(['app/a.ts'], readProject(folder)).includes(path)
  }

  test.each([
    ['an import', `import { b } from './b.ts'`, 'app/b.ts'],
    ['an import by the name of a folder', `import { b } from '#demo/b.ts'`, 'demo/b.ts'],
    ['an import when it is needed', `await import('./b.ts')`, 'app/b.ts'],
    ['an import of a type beside a value', `import { type B, b } from './b.ts'`, 'app/b.ts'],
    ['a sheet by its address', `import url from './b.css?url'`, 'app/b.css'],
    ['a program that is started', `spawn('node', ['bin/b.ts'])`, 'bin/b.ts'],
    ['a worker', `new Worker(new URL('./b.ts', import.meta.url))`, 'app/b.ts'],
    ['a file that is read', `readFileSync(join(ROOT, 'tests', 'b.tsv'))`, 'tests/b.tsv'],
    [
      'a folder that is read',
      `readdirSync(join(import.meta.dirname, '..', 'db', 'migrations'))`,
      'db/migrations/b.sql',
    ],
  ])('%s', (_, text, path) => {
    expect(reaches(text, path)).toBe(true)
  })

  test('no type, no other test and no place', () => {
    expect(reaches(`import type { B } from './b.ts'`, 'app/b.ts')).toBe(false)
    expect(reaches(`import './b.test.ts'`, 'app/b.test.ts')).toBe(false)
    expect(reaches(`const ROOT = join(import.meta.dirname, '..')`, 'app/b.ts')).toBe(false)
  })
})

describe('the record', () => {
  const passed: Passed = { fingerprint: 'f', on: '2026-11-29', commit: 'abc', tests: 3 }
  const days = Array.from({ length: TURNS }, (_, nth) => 20_261_125 + nth)

  test('spares what passed for exactly this code, but never on its turn, in a full run, or for other code', () => {
    const record = { one: passed }
    const spared = days.map((day) => passedBefore('one', 'f', record, { day, full: false }))
    expect(spared.filter((one) => one === null)).toHaveLength(1)
    expect(spared.filter((one) => one === passed)).toHaveLength(TURNS - 1)
    for (const day of days) {
      expect(passedBefore('one', 'other', record, { day, full: false })).toBeNull()
      expect(passedBefore('two', 'f', record, { day, full: false })).toBeNull()
      expect(passedBefore('one', 'f', record, { day, full: true })).toBeNull()
    }
  })

  test('each day has about a fifth of all test files and journeys', () => {
    const names = [...recordedTestFiles(ROOT), ...journeyFiles(ROOT)]
    for (const day of days) {
      const share = names.filter((name) => isTurnOf(name, day)).length / names.length
      expect(share, String(day)).toBeGreaterThan(0.08)
      expect(share, String(day)).toBeLessThan(0.35)
    }
  })

  test('is written a line for each entry and read back', () => {
    const folder = mkdtempSync(join(tmpdir(), 'peach-record-'))
    const file = join(folder, 'record.json')
    expect(readRecord(file)).toEqual({})
    writeRecord(file, { two: { ...passed, routes: ['root'] }, one: passed })
    expect(readRecord(file)).toEqual({ one: passed, two: { ...passed, routes: ['root'] } })
    rmSync(folder, { recursive: true })
  })
})
