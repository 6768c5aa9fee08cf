import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { S3_KEYS, startFakeS3 } from '#tests/support/fake-s3.ts'
import { diskStore } from './disk-store.server.ts'
import { assertKey, type MediaStore, readWhole } from './media-store.ts'
import { s3Store } from './s3-store.server.ts'
import { signS3 } from './sign-s3.server.ts'

test('a signature equals the published example of Signature Version 4', () => {
  // From Amazon's documentation of the S3 API: "Example: GET Object".
  const signed = signS3(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      bodySha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      at: new Date('2013-05-24T00:00:00Z'),
    },
    { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' },
  )
  expect(signed.authorization).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})

test('the signature of a list equals the published example', () => {
  // From the same page: "Example: GET Bucket (List Objects)".
  const signed = signS3(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'),
      headers: {},
      bodySha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      at: new Date('2013-05-24T00:00:00Z'),
    },
    { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' },
  )
  expect(signed.authorization).toContain('Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

describe.each(['disk', 'S3'] as const)('the store on %s', (kind) => {
  let store: MediaStore
  let close: () => void
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'peach-store-'))
    const s3 = await startFakeS3()
    store = kind === 'disk' ? diskStore(folder) : s3Store({ url: s3.url, ...S3_KEYS })
    close = () => s3.close()
  })
  afterAll(() => {
    close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a stored object reads back, whole and in part', async () => {
    const bytes = Buffer.from('0123456789')
    await store.put('ab/cd/original', bytes, 'image/jpeg')
    expect(Buffer.from((await readWhole(store, 'ab/cd/original'))!)).toEqual(bytes)
    const part = await store.open('ab/cd/original', { from: 3, to: 5 })
    expect(await new Response(part).text()).toBe('345')
  })

  test('a missing object is null, and deleting twice is no error', async () => {
    expect(await store.open('ab/nothing')).toBeNull()
    await store.put('ab/gone', Buffer.from('x'), 'image/jpeg')
    await store.remove('ab/gone')
    await store.remove('ab/gone')
    expect(await store.open('ab/gone')).toBeNull()
  })

  test('a key that steps out of the store is refused before anything is touched', async () => {
    for (const key of [
      '../secret',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      'a/./b',
      'A/b',
      'a\0b',
      '',
      'a/..',
      'a\\b',
      '%2e%2e/a',
    ]) {
      expect(() => assertKey(key)).toThrow('malformed')
      await expect(store.open(key)).rejects.toThrow('malformed')
    }
  })

  test('all stored objects are listed with their size, over several pages', async () => {
    const wanted = ['aa/1/one', 'aa/2/two.jpeg', 'bb/3/three', 'exports/4/1-1', 'sealed/5/five']
    for (const [index, key] of wanted.entries()) await store.put(key, Buffer.alloc(index + 1), 'image/jpeg')
    const listed = (await Array.fromAsync(store.list())).flat()
    const ours = listed.filter(({ key }) => wanted.includes(key)).toSorted((one, other) => one.bytes - other.bytes)
    expect(ours.map(({ key, bytes }) => [key, bytes])).toEqual(wanted.map((key, index) => [key, index + 1]))
    for (const { changedAt } of listed) expect(changedAt.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
    for (const key of wanted) await store.remove(key)
    expect((await Array.fromAsync(store.list())).flat().some(({ key }) => wanted.includes(key))).toBe(false)
  })

  test('no half-written file is ever left behind', async () => {
    await store.put('zz/one', Buffer.alloc(50_000, 7), 'image/jpeg')
    if (kind === 'disk') expect(readdirSync(join(folder, 'zz'))).toEqual(['one'])
  })
})

test('a store whose folder was never created is empty', async () => {
  expect(await Array.fromAsync(diskStore(join(tmpdir(), randomUUID())).list())).toEqual([])
})

test('a wrong secret is refused by the store and reported as a failure', async () => {
  const s3 = await startFakeS3()
  const store = s3Store({ ...S3_KEYS, url: s3.url, secretKey: 'another' })
  await expect(store.put('ab/cd', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('403')
  s3.close()
})
