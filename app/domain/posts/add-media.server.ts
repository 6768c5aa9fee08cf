import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type DraftRefusal, lockDraft, touchDraft } from './internal/change-draft.server.ts'
import { readMedia, writeMedia } from './internal/post-row.server.ts'
import { POST_LIMITS } from './post.ts'

export type AddMediaRefusal =
  | DraftRefusal
  | { kind: 'no_such_media' }
  | { kind: 'too_many' }
  | { kind: 'too_many_voice_notes' }

/**
 * Adds media of the creator's own to a draft's list: files that were just uploaded, or some that are in the vault. They come before the medium
 * `before`, so that files stay in the order in which they were chosen, whichever arrives first; at the end where there is none. A medium
 * that is already there stays where it is. All of them are added, or none.
 */
export function addMedia(
  actor: Actor,
  postId: string,
  mediaIds: readonly string[],
  writer: DraftWriter | null,
  before: string | null = null,
): Promise<Result<{ version: number }, AddMediaRefusal>> {
  return inTransaction(async (tx) => {
    // Adding overwrites nothing, so an older page may add too.
    const locked = await lockDraft(tx, actor, postId, null)
    if (!locked.ok) return locked
    const added = await listOwn(tx, locked.value.creator_id, mediaIds)
    if (added.length < new Set(mediaIds).size) return refuse({ kind: 'no_such_media' })
    const there = await readMedia(tx, postId)
    const missing = added.filter((medium) => !there.some((one) => one.mediaId === medium.mediaId))
    const all = [...there, ...missing]
    if (all.length > POST_LIMITS.items) return refuse({ kind: 'too_many' })
    if (all.filter((medium) => medium.kind === 'voice').length > POST_LIMITS.voiceNotes)
      return refuse({ kind: 'too_many_voice_notes' })
    if (missing.length > 0) {
      const order = there.map((medium) => medium.mediaId)
      const place = before === null ? -1 : order.indexOf(before)
      order.splice(place < 0 ? order.length : place, 0, ...missing.map((medium) => medium.mediaId))
      await writeMedia(tx, postId, order)
    }
    return ok(await touchDraft(tx, locked.value, writer))
  })
}

/** The creator's own media for posts among these, in this order; failed ones can't be used. */
async function listOwn(tx: Tx, ownerId: string, mediaIds: readonly string[]) {
  if (mediaIds.length === 0) return []
  const rows = await tx
    .selectFrom('media')
    .select(['id as mediaId', 'kind'])
    .where('id', 'in', [...mediaIds])
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'post')
    .where('state', '!=', 'failed')
    .execute()
  return [...new Set(mediaIds)].flatMap((mediaId) => rows.filter((row) => row.mediaId === mediaId))
}
