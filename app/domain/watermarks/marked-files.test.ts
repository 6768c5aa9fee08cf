import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepMarked, type MarkedFile, readMarked, useMarkedFolder } from './marked-files.server.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'peach-marked-'))
  useMarkedFolder(folder)
})
afterAll(() => {
  useMarkedFolder(null)
  rmSync(folder, { recursive: true })
})

const KEPT: MarkedFile = {
  day: '2026-11-29',
  accountId: '0190d3a0-0000-7000-8000-000000000001',
  mediaId: '0190d3a0-0000-7000-8000-000000000002',
  size: 'w640',
  text: '@brian 29 Nov 2026',
}

test('MEDIA-03a a kept photo is read for exactly its day, viewer, medium, size and name: after a change of the username it is marked anew', async () => {
  await keepMarked(KEPT, Buffer.from('marked'))
  expect((await readMarked(KEPT))?.toString()).toBe('marked')
  const others: Partial<MarkedFile>[] = [
    { text: '@another 29 Nov 2026' },
    { day: '2026-11-30' },
    { accountId: '0190d3a0-0000-7000-8000-000000000003' },
    { mediaId: '0190d3a0-0000-7000-8000-000000000004' },
    { size: 'w1080' },
  ]
  expect(await Promise.all(others.map((change) => readMarked({ ...KEPT, ...change })))).toEqual(others.map(() => null))
})
