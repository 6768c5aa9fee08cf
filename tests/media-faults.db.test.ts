import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { acceptPlainFile } from '#app/domain/uploads/accept-plain-file.server.ts'
import { storeUploadedPhoto } from '#app/domain/uploads/store-uploaded-photo.server.ts'
import { diskStore } from '#app/gateways/media-store/disk-store.server.ts'
import { useMediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db } from '#app/platform/db.server.ts'
import { useSpool } from '#app/platform/spool.server.ts'
import { makeCreator, noisyPhoto, useMediaFolder } from './support/creators.ts'
import { ownerDb, useDatabase } from './support/database.ts'
import { type Disk, mountDisk, whyNoMount } from './support/full-disk.ts'
import { announce, offsetOf, patch, send } from './support/tus.ts'
import { makeUpload, MAY_SEND_ALL, useSpoolFolder } from './support/uploads.ts'

vi.setConfig({ testTimeout: 120_000 })
useDatabase()
const store = useMediaFolder()
const spool = useSpoolFolder()
let creator: Person

beforeAll(async () => {
  creator = await makeCreator()
})
beforeEach(() => ownerDb.deleteFrom('uploads').execute())

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const listFiles = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const mediaOf = (person: Person) => db.selectFrom('media').selectAll().where('owner_id', '=', person.id).execute()

describe('pieces of a file', () => {
  test('MEDIA-01a in another order, twice or overlapping are refused, and the file is as it was sent', async () => {
    const photo = await noisyPhoto()
    const [third, path] = [Math.floor(photo.length / 3), await newUpload(photo.length)]
    const [first, second, last] = [
      photo.subarray(0, third),
      photo.subarray(third, 2 * third),
      photo.subarray(2 * third),
    ]
    const at = async (offset: number, piece: Uint8Array) => (await patch(creator, path, offset, piece)).status
    expect(await at(2 * third, last)).toBe(409)
    expect(await at(third, second)).toBe(409)
    expect(await at(0, first)).toBe(204)
    expect(await at(0, first)).toBe(409)
    expect(await at(third - 100, photo.subarray(third - 100, 2 * third))).toBe(409)
    expect(await at(2 * third, last)).toBe(409)
    expect(await at(third, second)).toBe(204)
    expect(await at(2 * third, last)).toBe(204)
    expect(sha(readFileSync(join(spool(), path.split('/')[2]!)))).toBe(sha(photo))
  })

  test('MEDIA-01a sent by several tabs at once are stored once', async () => {
    const photo = await noisyPhoto()
    const path = await newUpload(photo.length)
    for (let tries = 0; (await offsetOf(creator, path)) < photo.length && tries < 40; tries += 1) {
      const offset = await offsetOf(creator, path)
      const piece = photo.subarray(offset, offset + 20_000)
      // The others find the file longer than they thought, or occupied.
      const statuses = await Promise.all([0, 1, 2].map(async () => (await patch(creator, path, offset, piece)).status))
      expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(1)
      expect(statuses.every((status) => [204, 400, 409, 423].includes(status))).toBe(true)
    }
    expect(sha(readFileSync(join(spool(), path.split('/')[2]!)))).toBe(sha(photo))
  })
})

async function newUpload(length: number): Promise<string> {
  return (await announce(creator, 'post_photo', length)).headers.get('location')!
}

const noDisk = whyNoMount()
describe.skipIf(noDisk !== null)('on a full disk', () => {
  let disk: Disk
  beforeEach(() => {
    disk = mountDisk()
    mkdirSync(join(disk.dataDir, 'media'))
    useSpool(join(disk.dataDir, 'uploads'), 80_000_000_000)
    useMediaStore(diskStore(join(disk.dataDir, 'media')))
  })
  afterEach(() => {
    useSpool(spool())
    useMediaStore(diskStore(store()))
    disk.remove()
  })

  test('MEDIA-01a an upload is refused with words, and goes on where it was when there is space', async () => {
    const photo = await noisyPhoto(1_200, 1_200)
    const path = await newUpload(photo.length)
    expect((await patch(creator, path, 0, photo.subarray(0, 10_000))).status).toBe(204)
    disk.fill()
    const refused = await patch(creator, path, 10_000, photo.subarray(10_000))
    expect([refused.status, await refused.text()]).toEqual([503, 'The upload failed. Try again in a moment.\n'])
    disk.free()
    const offset = await offsetOf(creator, path)
    expect(offset).toBeGreaterThanOrEqual(10_000)
    expect((await patch(creator, path, offset, photo.subarray(offset))).status).toBe(204)
    const stored = await storeUploadedPhoto({ ownerId: creator.id, uploadId: path.split('/')[2]!, purpose: 'post' })
    expect(stored.ok).toBe(true)
  })

  test('MEDIA-01 a file of a form without script leaves no half of it, and a message', async () => {
    disk.fill()
    const file = new File([new Uint8Array(await noisyPhoto(1_200, 1_200))], 'photo.jpg')
    expect(await acceptPlainFile(creator, 'post_photo', file, MAY_SEND_ALL)).toEqual({
      ok: false,
      refusal: { kind: 'spool_full' },
    })
    expect(listFiles(join(disk.dataDir, 'uploads'))).toEqual([])
  })

  test('MEDIA-01 a photo that the store has no space for is not lost: it is stored once there is some', async () => {
    const uploadId = await makeUpload(creator, 'post_photo', await noisyPhoto(320, 320))
    const before = (await mediaOf(creator)).length
    disk.fill()
    await expect(storeUploadedPhoto({ ownerId: creator.id, uploadId, purpose: 'post' })).rejects.toThrow('ENOSPC')
    expect(listFiles(join(disk.dataDir, 'media'))).toEqual([])
    expect(await mediaOf(creator)).toHaveLength(before)
    disk.free()
    const stored = await storeUploadedPhoto({ ownerId: creator.id, uploadId, purpose: 'post' })
    if (!stored.ok) throw new Error(stored.refusal.kind)
    disk.fill()
    await expect(makeRenditions(stored.value.mediaId)).rejects.toThrow('ENOSPC')
    const halves = listFiles(join(disk.dataDir, 'media')).filter(
      (path) => statSync(path).size === 0 || path.endsWith('.part'),
    )
    expect(halves).toEqual([])
    disk.free()
    await makeRenditions(stored.value.mediaId)
    expect((await mediaOf(creator)).find((row) => row.id === stored.value.mediaId)?.state).toBe('ready')
    expect((await send(creator, 'HEAD', `/uploads/${uploadId}`)).status).toBe(410)
  })
})
