import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { dayOfRun, daysSince1970 } from '../../bin/day.ts'
import { isLongRun, keepFigures } from './kept-figures.ts'
import { PLANTED_LINES, type PlantedLine } from './planted-lines.ts'

const ROOT = join(import.meta.dirname, '../..')
/** `npm test` plays so many a day, in turn; `npm run prove` all of them. */
const A_DAY = 3
const began = daysSince1970(dayOfRun()) * A_DAY
const today = Array.from({ length: A_DAY }, (_, nth) => PLANTED_LINES[(began + nth) % PLANTED_LINES.length]!)
const played = isLongRun ? PLANTED_LINES : today
let found = 0

/** Runs the test that has to find a bug, with the bug. Returns how it ended and what it printed. */
function runWith({ name, test: file, title }: PlantedLine): Promise<{ code: number | null; printed: string }> {
  const env = { ...process.env }
  // A run of its own, with a database of its own: this run's would be made anew under its tests.
  for (const key of Object.keys(env)) if (key.startsWith('VITEST') || key === 'TEST_DATABASE_URL') delete env[key]
  const args = ['run', '--maxWorkers', '1', file, ...(title ? ['-t', title] : [])]
  const child = spawn(join(ROOT, 'node_modules/.bin/vitest'), args, {
    cwd: ROOT,
    // The seed of a day must not leave out what would find it.
    env: { ...env, PLANTED_LINE: name, PROVE: '', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += stripVTControlCharacters(chunk.toString())))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, printed }))
  })
}

test('every planted line stands in its file, once by name, and its test exists', () => {
  for (const { name, file, was, is, test: path } of PLANTED_LINES) {
    expect(readFileSync(join(ROOT, file), 'utf8'), `${name}: ${file}`).toContain(was)
    expect(is, name).not.toBe(was)
    expect(readFileSync(join(ROOT, path), 'utf8'), name).not.toBe('')
  }
  expect(new Set(PLANTED_LINES.map(({ name }) => name)).size).toBe(PLANTED_LINES.length)
})

describe('a bug of one line is found by its test', () => {
  test.each(played.map((line) => [line.kind, line.name, line] as const))(
    '%s: %s',
    { timeout: 180_000 },
    async (_kind, _name, line) => {
      const { code, printed } = await runWith(line)
      expect(code, printed).toBe(1)
      // An assertion has to say so: a file that no longer loads finds nothing.
      expect(printed).toMatch(/Tests +\d+ failed/)
      found += 1
    },
  )
})

afterAll(() => keepFigures('planted-lines', { planted: played.length, found }))
