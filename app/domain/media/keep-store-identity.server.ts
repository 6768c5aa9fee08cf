import { randomUUID } from 'node:crypto'
import { type MediaStore, readWhole } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { decideStore, type StoreVerdict } from './store-identity.ts'

/** The object that contains the store's identity. */
const KEY = 'store-identity'
const SAMPLE = 5

/**
 * Makes sure that the media store and the database belong together, and gives the store its identity the first time. Throws with one line
 * for the operator where they don't. Called at each start, by one process at a time. `place` is how the operator knows the store.
 */
export async function keepStoreIdentity(place: string): Promise<void> {
  const store = mediaStore()
  const kept = await db.selectFrom('media_store_identity').select('identity').executeTakeFirst()
  const found = await readIdentity(store)
  const verdict = decideStore({
    kept: kept?.identity ?? null,
    found,
    holdsOurs: kept ? null : await holdsOurs(store),
    empty: kept || found === null ? false : await isEmpty(store),
  })
  switch (verdict.kind) {
    case 'same':
      return
    case 'refuse':
      throw new Error(REFUSALS[verdict.because](place))
    case 'adopt':
      return write(verdict.identity)
    case 'name': {
      const identity = randomUUID()
      // The store first: an identity in the database is then always in the store, too.
      await store.put(KEY, Buffer.from(identity), 'text/plain')
      return write(identity)
    }
  }
}

async function write(identity: string): Promise<void> {
  await db.insertInto('media_store_identity').values({ identity }).execute()
  log.info({ identity }, 'the media store has an identity')
}

async function readIdentity(store: MediaStore): Promise<string | null> {
  const bytes = await readWhole(store, KEY)
  return bytes && Buffer.from(bytes).toString('utf8').trim()
}

/** Checks a few of the newest photos that are ready: their originals stay as long as they do. */
async function holdsOurs(store: MediaStore): Promise<boolean | null> {
  const photos = await db
    .selectFrom('media')
    .select('original_key')
    .where('kind', '=', 'photo')
    .where('state', '=', 'ready')
    .orderBy('created_at', 'desc')
    .limit(SAMPLE)
    .execute()
  if (photos.length === 0) return null
  for (const photo of photos) {
    const stream = await store.open(photo.original_key)
    if (!stream) continue
    await stream.cancel()
    return true
  }
  return false
}

async function isEmpty(store: MediaStore): Promise<boolean> {
  for await (const page of store.list()) if (page.some(({ key }) => key !== KEY)) return false
  return true
}

type Reason = Extract<StoreVerdict, { kind: 'refuse' }>['because']

const REFUSALS: Record<Reason, (place: string) => string> = {
  another_store: (place) =>
    `this database belongs to another media store than ${place}: use the DATA_DIR or S3_URL that the other processes on it use, or restore database and store of one backup`,
  identity_missing: (place) =>
    `this database belongs to another media store, and ${place} was never one: use the DATA_DIR or S3_URL that the other processes on it use, or restore the stored objects with "${KEY}" among them`,
  store_of_another_database: (place) =>
    `${place} belongs to another database: use its own DATABASE_URL, or an empty store; only if that database is gone for good, remove the object "${KEY}" from the store`,
  pictures_missing: (place) =>
    `${place} has none of the pictures that this database names: use the DATA_DIR or S3_URL where they are, or restore them from a backup`,
}
