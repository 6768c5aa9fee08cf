import type { Insertable } from 'kysely'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Media } from '../../../../db/types.ts'
import { storageKey } from '../media.ts'
import { workFor } from '../video-lane.server.ts'

type Facts = Omit<Insertable<Media>, 'id' | 'kind' | 'purpose' | 'original_key'> & { kind: 'video' | 'voice' }

/**
 * Stores a file of this machine as it came, with the job that prepares it. `claim` runs first in the same transaction; where it returns
 * false, nothing is stored (`accepted`).
 */
export async function storeForWork(
  path: string,
  facts: Facts,
  claim: (tx: Tx, mediaId: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Result<{ mediaId: string }, { kind: 'accepted' }>> {
  const mediaId = newId()
  const key = storageKey(mediaId, 'upload')
  await mediaStore().putFile(key, path, facts.content_type)
  const kept = await inTransaction(async (tx) => {
    if (!(await claim(tx, mediaId))) return false
    await tx
      .insertInto('media')
      .values({ ...facts, id: mediaId, purpose: 'post', original_key: key })
      .execute()
    await enqueue(tx, await workFor(tx, { kind: facts.kind, ownerId: facts.owner_id }), { mediaId })
    return true
  })
  if (kept) return ok({ mediaId })
  await mediaStore().remove(key)
  return refuse({ kind: 'accepted' })
}
