import { mkdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { destroyOrphans } from '#app/domain/media/destroy-orphans.server.ts'
import { forgetMedium } from '#app/domain/media/forget-media.server.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { listDifferences } from '#app/domain/reconciliation/queries.server.ts'
import { mediaStore, useMediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { newId } from '#app/platform/id.ts'
import { makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { auditBooks } from './audit-books.server.ts'
import { auditStore } from './audit-store.server.ts'
import { listing } from '#tests/support/listing.ts'

const { owner } = useDatabase()
const folder = useMediaFolder()
const pathOf = (key: string) => join(folder(), key)

/** A file in the store, this many hours old. */
function lay(key: string, { hours = 0, bytes = 10 } = {}): string {
  mkdirSync(dirname(pathOf(key)), { recursive: true })
  writeFileSync(pathOf(key), Buffer.alloc(bytes, 7))
  const at = new Date(Date.now() - hours * 3_600_000)
  utimesSync(pathOf(key), at, at)
  return key
}

async function aPhoto(): Promise<{ mediaId: string; keys: string[] }> {
  const person = await makePerson()
  const stored = await storePhoto({ ownerId: person.id, purpose: 'avatar', bytes: await noisyPhoto(200, 200) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  await makeRenditions(mediaId)
  const { rows } = await owner().query<{ key: string }>(
    `select original_key as key from media where id = $1 union all select storage_key from media_renditions where media_id = $1`,
    [mediaId],
  )
  return { mediaId, keys: rows.map(({ key }) => key) }
}

async function aVideo(state: 'processing' | 'ready' | 'failed'): Promise<string> {
  const { id } = await makePerson()
  const mediaId = newId()
  await owner().query(
    `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256)
     values ($1, $2, 'video', 'post', $3, $4, 'video/mp4', 10, '')`,
    [mediaId, id, state, `${mediaId.slice(-2)}/${mediaId}/upload`],
  )
  return mediaId
}

async function aDocument(): Promise<string> {
  const person = await makePerson('creator')
  const id = newId()
  await owner().query(
    `insert into sealed_documents (id, owner_id, application_id, kind, content_type, byte_size, content_sha256, width, height, storage_key, sealed_key, keep_until)
     values ($1, $2, $1, 'selfie', 'image/jpeg', 5, '', 1, 1, $3, 'a key', app_now() + interval '1 day')`,
    [id, person.id, `sealed/${id.slice(-2)}/${id}`],
  )
  return id
}

async function aCopy(state: 'building' | 'ready', parts: number): Promise<string> {
  const { id: owns } = await makePerson()
  const id = newId()
  await owner().query(
    `insert into data_exports (id, profile_id, state, sealed_key, archives, ready_at, expires_at)
     values ($1, $2, $3, 'a key', $4, app_now(), app_now() + interval '1 day')`,
    [id, owns, state, JSON.stringify([{ bytes: 5, parts }])],
  )
  return id
}

const found = async () => (await auditStore()).breaches.map(({ name, subject }) => `${name} ${subject}`)

beforeEach(async () => {
  for (const table of ['media_renditions', 'media', 'sealed_documents', 'data_exports', 'objects_to_destroy'])
    await owner().query(`delete from ${table}`)
  rmSync(folder(), { recursive: true, force: true })
})

describe('I14 stored files and their rows', () => {
  test('each picture with its sizes is there and whole: no problem is found, and nothing is destroyed', async () => {
    const { keys } = await aPhoto()
    for (const key of keys) utimesSync(pathOf(key), 0, 0)
    expect(await auditStore()).toEqual({ objects: keys.length, breaches: [] })
    expect(await destroyOrphans()).toBe(0)
  })

  test('a missing object and a truncated one are reported, whether original or size, and are put in the queue', async () => {
    const { keys } = await aPhoto()
    rmSync(pathOf(keys[0]!))
    rmSync(pathOf(keys[1]!))
    const never = await aVideo('processing')
    await owner().query(`update media set original_key = 'A Film' where id = $1`, [never])
    truncateSync(pathOf(keys[2]!), readFileSync(pathOf(keys[2]!)).length - 1)
    const expected = [
      `objects-are-there ${keys[0]}`,
      `objects-are-there ${keys[1]}`,
      'objects-are-there A Film',
      `objects-are-whole ${keys[2]}`,
    ].toSorted()
    expect((await found()).toSorted()).toEqual(expected)
    await auditBooks(0)
    const queued = (await listDifferences(listing('open', { limit: 50 }))).filter(({ subject }) =>
      subject.startsWith('I14'),
    )
    expect(queued.map(({ subject }) => subject.slice(4)).toSorted()).toEqual(expected)
  })

  test('files of a video, documents and copies are reported missing while they are promised, and not after', async () => {
    const processing = await aVideo('processing')
    await aVideo('ready')
    await aVideo('failed')
    const document = await aDocument()
    const copy = await aCopy('ready', 2)
    const building = await aCopy('building', 1)
    const places = [
      `${processing.slice(-2)}/${processing}/upload`,
      `sealed/${document.slice(-2)}/${document}`,
      `exports/${copy}/1-1`,
      `exports/${copy}/1-2`,
    ]
    expect((await found()).toSorted()).toEqual(places.map((key) => `objects-are-there ${key}`).toSorted())
    for (const key of [...places, `exports/${building}/1-1`, `exports/${building}/2-1`]) lay(key, { hours: 48 })
    lay(`${processing.slice(-2)}/${processing}/film-1.mp4`, { hours: 48 })
    expect(await found()).toEqual([])
    expect(await destroyOrphans()).toBe(0)
    await owner().query(`update data_exports set state = 'expired', sealed_key = null`)
    await owner().query(`update sealed_documents set destroyed_at = app_now(), sealed_key = null`)
    for (const key of places.slice(1)) rmSync(pathOf(key))
    expect(await found()).toEqual([])
  })

  test('a file without a row is destroyed after a day; new files, files waiting to be destroyed, and foreign files stay', async () => {
    const [one, other, third] = [newId(), newId(), newId()]
    const orphans = [
      lay(`${one.slice(-2)}/${one}/original.jpeg`, { hours: 25 }),
      lay(`${one.slice(-2)}/${one}/w80.avif.${newId()}.part`, { hours: 25 }),
      lay(`sealed/${other.slice(-2)}/${other}`, { hours: 25 }),
      lay(`exports/${third}/1-1`, { hours: 25 }),
    ]
    const kept = [
      lay(`${other.slice(-2)}/${other}/original.jpeg`, { hours: 23 }),
      lay(`${third.slice(-2)}/${third}/voice.wav`, { hours: 25 }),
      lay('somebody/elses.txt', { hours: 25 }),
      lay('lost+found', { hours: 25 }),
    ]
    await owner().query('insert into objects_to_destroy (storage_key) values ($1)', [kept[1]])
    expect(await destroyOrphans()).toBe(4)
    for (const key of orphans) expect(() => readFileSync(pathOf(key))).toThrow('ENOENT')
    for (const key of kept) expect(readFileSync(pathOf(key))).toHaveLength(10)
    expect(await destroyOrphans()).toBe(0)
  })

  test('more orphans than a dead server leaves are reported to staff, and none of them is destroyed', async () => {
    const keys = Array.from({ length: 51 }, () => {
      const id = newId()
      return lay(`${id.slice(-2)}/${id}/original.jpeg`, { hours: 25 })
    })
    expect(await destroyOrphans()).toBe(0)
    expect(await found()).toEqual([`objects-belong-to-rows ${keys.toSorted()[0]}`])
    rmSync(pathOf(keys[0]!))
    expect(await found()).toEqual([])
    expect(await destroyOrphans()).toBe(50)
  })

  test('a file that is stored or deleted while the store is read is not reported', async () => {
    const { mediaId } = await aPhoto()
    const disk = mediaStore()
    let came: string[] = []
    useMediaStore({
      ...disk,
      list: async function* () {
        const pages = await Array.fromAsync(disk.list())
        came = (await aPhoto()).keys
        await forgetMedium(mediaId)
        yield* pages
      },
    })
    try {
      expect(await found()).toEqual([])
      expect(came.length).toBeGreaterThan(1)
    } finally {
      useMediaStore(disk)
    }
  })

  test('while the store is down the books are audited, and earlier problems stay open', async () => {
    const { keys } = await aPhoto()
    rmSync(pathOf(keys[0]!))
    await auditBooks(0)
    const open = async () =>
      (await listDifferences(listing('open', { limit: 50 }))).filter(({ subject }) => subject.includes(keys[0]!)).length
    expect(await open()).toBe(1)
    const disk = mediaStore()
    useMediaStore({
      ...disk,
      list: () => {
        throw new Error('the store is out')
      },
    })
    expect(await auditBooks(0)).toEqual([])
    expect(await open()).toBe(1)
    const run = await owner().query(
      `select failure, counts ? 'objects' as counted from reconciliation_runs where kind = 'audit' order by started_at desc limit 1`,
    )
    expect(run.rows).toEqual([{ failure: 'The media store could not be read', counted: false }])
    useMediaStore(disk)
    lay(keys[0]!)
    await owner().query('update media set byte_size = 10 where original_key = $1', [keys[0]])
    await auditBooks(0)
    expect(await open()).toBe(0)
  })
})
