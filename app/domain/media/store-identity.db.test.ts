import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskStore } from '#app/gateways/media-store/disk-store.server.ts'
import { useMediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { s3Store } from '#app/gateways/media-store/s3-store.server.ts'
import { makePerson, noisyPhoto } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { type FakeS3, S3_KEYS, startFakeS3 } from '#tests/support/fake-s3.ts'
import { keepStoreIdentity } from './keep-store-identity.server.ts'
import { makeRenditions } from './make-renditions.server.ts'
import { storePhoto } from './store-photo.server.ts'

const { owner } = useDatabase()
const folders: string[] = []
const buckets: FakeS3[] = []

/** From here on the product stores in a folder of its own. */
function useNewStore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'peach-identity-'))
  folders.push(folder)
  useMediaStore(diskStore(folder))
  return folder
}

async function useNewBucket(): Promise<FakeS3> {
  const bucket = await startFakeS3()
  buckets.push(bucket)
  useMediaStore(s3Store({ url: bucket.url, ...S3_KEYS }))
  return bucket
}

const start = () => keepStoreIdentity('the store')
const storedIdentity = (folder: string) => readFileSync(join(folder, 'store-identity'), 'utf8')
/** As in a backup from before identities existed. */
const forget = () => owner().query('delete from media_store_identity')

beforeEach(async () => {
  await forget()
  await owner().query('delete from media_renditions; delete from media')
})
afterEach(() => {
  useMediaStore(null)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  for (const bucket of buckets.splice(0)) bucket.close()
})

async function storeReadyPhoto(): Promise<void> {
  const person = await makePerson()
  const stored = await storePhoto({ ownerId: person.id, purpose: 'post', bytes: await noisyPhoto(300, 200) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  await makeRenditions(stored.value.mediaId)
}

test('a store gets its identity once, and is recognised at every start', async () => {
  const folder = useNewStore()
  await start()
  const named = storedIdentity(folder)
  await start()
  expect(storedIdentity(folder)).toBe(named)
})

test('another store is refused, with an identity or without, and nothing is written into it', async () => {
  useNewStore()
  await start()
  const never = useNewStore()
  await expect(start()).rejects.toThrow(/belongs to another media store, and the store was never one: use the DATA_DIR/)
  expect(readdirSync(never)).toEqual([])
  writeFileSync(join(useNewStore(), 'store-identity'), 'of another')
  await expect(start()).rejects.toThrow(/belongs to another media store than the store: use the DATA_DIR or S3_URL/)
})

test('a database restored from before identities finds its store by its pictures, and accepts no other', async () => {
  const folder = useNewStore()
  await start()
  await storeReadyPhoto()
  await forget()
  await start()
  expect((await owner().query('select identity from media_store_identity')).rows).toEqual([
    { identity: storedIdentity(folder) },
  ])
  await forget()
  useNewStore()
  await expect(start()).rejects.toThrow(/has none of the pictures that this database names/)
})

test('a new database never accepts the store of another one', async () => {
  const folder = useNewStore()
  await start()
  await storeReadyPhoto()
  await owner().query('delete from media_renditions; delete from media')
  await forget()
  await expect(start()).rejects.toThrow(/the store belongs to another database: use its own DATABASE_URL/)
  expect(readdirSync(folder)).toContain('store-identity')
})

test('a bucket gets its identity once, is recognised by another process, and no other bucket is accepted', async () => {
  const bucket = await useNewBucket()
  await start()
  const named = bucket.objects.get('/peach/store-identity')
  expect((await owner().query('select identity from media_store_identity')).rows).toEqual([
    { identity: named?.toString() },
  ])
  useMediaStore(s3Store({ url: bucket.url, ...S3_KEYS }))
  await start()
  expect(bucket.objects.get('/peach/store-identity')).toBe(named)

  const never = await useNewBucket()
  await expect(start()).rejects.toThrow(/belongs to another media store, and the store was never one/)
  expect([...never.objects]).toEqual([])
  never.objects.set('/peach/store-identity', Buffer.from('of another'))
  await expect(start()).rejects.toThrow(/belongs to another media store than the store: use the DATA_DIR or S3_URL/)
})

test('a bucket that holds pictures of another database is not accepted by a new one', async () => {
  const bucket = await useNewBucket()
  await start()
  await storeReadyPhoto()
  await owner().query('delete from media_renditions; delete from media')
  await forget()
  const before = bucket.objects.size
  await expect(start()).rejects.toThrow(/the store belongs to another database: use its own DATABASE_URL/)
  expect(bucket.objects.size).toBe(before)
})

test('a bucket that can’t be read stops the start, and never gets a new identity', async () => {
  const bucket = await useNewBucket()
  await start()
  useMediaStore(s3Store({ ...S3_KEYS, url: bucket.url, secretKey: 'another' }))
  await expect(start()).rejects.toThrow('403')
  useMediaStore(s3Store({ ...S3_KEYS, url: bucket.url }))
  await start()
})
