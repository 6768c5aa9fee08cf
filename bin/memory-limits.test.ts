import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PROGRAM = `
import { getHeapSpaceStatistics } from 'node:v8'
import { beginAgainWithLimits } from ${JSON.stringify(join(import.meta.dirname, 'memory-limits.ts'))}
const first = process.env.FIRST_PID ?? (process.env.FIRST_PID = String(process.pid))
beginAgainWithLimits()
const kept = []
for (let turn = 0; turn < 1_000; turn += 1) {
  kept[turn % 300] = Array.from({ length: 2_000 }, (_, index) => ({ index }))
}
const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
console.log(JSON.stringify({
  samePid: first === String(process.pid),
  arenas: process.env.MALLOC_ARENA_MAX ?? null,
  youngMiB: young.space_size / 2 ** 20,
}))`

async function run(): Promise<{ samePid: boolean; arenas: string | null; youngMiB: number }> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { PATH: process.env.PATH },
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Awaited<ReturnType<typeof run>>
}

test('the server begins again with a small young generation, in the same process', async () => {
  const limited = await run()
  expect([limited.samePid, limited.arenas]).toEqual([true, '2'])
  expect(limited.youngMiB).toBeLessThanOrEqual(48)
})
