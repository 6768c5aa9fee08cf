import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { openFile } from './disk-bytes.server.ts'
import { forgetFile } from './open-files.server.ts'
import { assertKey, type MediaStore, type StoredObject } from './media-store.ts'

/**
 * Stores objects as files below one folder. A file appears complete or not at all: it is written under a temporary name, then renamed.
 */
export function diskStore(folder: string): MediaStore {
  const root = resolve(folder)
  const pathOf = (key: string): string => {
    assertKey(key)
    return join(root, key)
  }
  /** Written under a temporary name, then moved. */
  async function place(key: string, write: (draft: string) => Promise<void>): Promise<void> {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${randomUUID()}.part`
    try {
      await write(draft)
      await rename(draft, path)
      forgetFile(path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    put: (key, bytes) => place(key, (draft) => writeDurably(draft, bytes)),
    putFile: (key, path) =>
      place(key, async (draft) => {
        // Where the file system supports it, both share the blocks.
        await copyFile(path, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
        const file = await open(draft, 'r+')
        try {
          await file.chmod(0o600)
          await file.datasync()
        } finally {
          await file.close()
        }
      }),
    // A malformed key is a rejected promise.
    open: async (key, range) => openFile(pathOf(key), range),
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      forgetFile(path)
    },
    list: () => listFolder(root),
  }
}

const PAGE = 1_000

/** Unfinished temporary files are listed too, under their own names. */
async function* listFolder(root: string): AsyncGenerator<StoredObject[]> {
  if ((await statOrNull(root)) === null) return
  let page: StoredObject[] = []
  for await (const entry of await opendir(root, { recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const facts = await statOrNull(path)
    if (facts === null) continue
    page.push({ key: relative(root, path).split(sep).join('/'), bytes: facts.size, changedAt: facts.mtime })
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
