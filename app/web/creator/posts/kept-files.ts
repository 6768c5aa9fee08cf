import { now } from '#app/platform/clock.ts'

/** A file that was chosen for a post and is not uploaded yet. It is kept in the browser, so that a reload or a lost network loses nothing. */
export type KeptFile = {
  key: string
  /** Whose it is: another person who signs in here never sees it. */
  owner: string
  postId: string
  kind: 'photo' | 'video' | 'voice'
  name: string
  body: Blob
  at: number
}

const DATABASE = 'peach-files'
const STORE = 'files'
const DAYS = 30

/** Works without the store too, as in a private window: files then live as long as the page. */
async function withStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | null> {
  try {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(DATABASE, 1)
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE, { keyPath: 'key' }))
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('no store')))
    })
    try {
      return await new Promise<Value>((resolve, reject) => {
        const request = work(database.transaction(STORE, mode).objectStore(STORE))
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no store')))
      })
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

export async function keepFile(file: KeptFile): Promise<void> {
  await withStore('readwrite', (store) => store.put(file))
}

export async function dropKeptFile(key: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(key))
}

/** The files of a post that still wait here. Those of other people and old ones are deleted. */
export async function listKeptFiles(owner: string, postId: string): Promise<KeptFile[]> {
  const all = ((await withStore('readonly', (store) => store.getAll())) ?? []) as KeptFile[]
  const isOld = (file: KeptFile) => file.at < now().getTime() - DAYS * 86_400_000
  for (const file of all) if (file.owner !== owner || isOld(file)) await dropKeptFile(file.key)
  return all
    .filter((file) => file.owner === owner && file.postId === postId && !isOld(file))
    .toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
}
