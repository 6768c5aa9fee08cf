import { mkdtempSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isKeptOpen, forgetFile, takeFile } from './open-files.server.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'peach-open-files-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function textOf(fd: number): string {
  const buffer = Buffer.alloc(20)
  return buffer.toString('utf8', 0, readSync(fd, buffer, 0, 20, 0))
}

test('readers of one file share a descriptor, which is closed a moment after the last of them', async () => {
  const path = join(folder, 'shared')
  writeFileSync(path, 'one')
  const [first, second] = await Promise.all([takeFile(path), takeFile(path)])
  expect(first.fd).toBe(second.fd)
  first.release()
  expect(textOf(second.fd)).toBe('one')
  second.release()
  expect(isKeptOpen(path)).toBe(true)
  await sleep(2_200)
  expect(isKeptOpen(path)).toBe(false)
  expect(() => textOf(second.fd)).toThrow('EBADF')
})

test('a file that was replaced or removed is opened anew; who reads the old one finishes', async () => {
  const path = join(folder, 'replaced')
  writeFileSync(path, 'old')
  const old = await takeFile(path)
  writeFileSync(`${path}.draft`, 'new')
  renameSync(`${path}.draft`, path)
  forgetFile(path)
  const fresh = await takeFile(path)
  expect([textOf(old.fd), textOf(fresh.fd)]).toEqual(['old', 'new'])
  old.release()
  fresh.release()
  rmSync(path)
  forgetFile(path)
  await expect(takeFile(path)).rejects.toThrow('ENOENT')
  writeFileSync(path, 'again')
  const again = await takeFile(path)
  expect(textOf(again.fd)).toBe('again')
  again.release()
})
