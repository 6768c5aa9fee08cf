import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, type Result } from '#app/platform/result.ts'
import { type DraftRefusal, lockDraft, touchDraft } from './internal/change-draft.server.ts'
import { readMedia, writeMedia } from './internal/post-row.server.ts'

/** Moves a medium of a draft one place earlier or later, or removes it; it stays in the vault. At the end of the list it stays. */
export function moveMedium(
  actor: Actor,
  postId: string,
  change: { mediaId: string; to: 'earlier' | 'later' | 'removed' },
  writer: DraftWriter | null,
): Promise<Result<{ version: number }, DraftRefusal>> {
  return inTransaction(async (tx) => {
    const locked = await lockDraft(tx, actor, postId, writer)
    if (!locked.ok) return locked
    const order = (await readMedia(tx, postId)).map((medium) => medium.mediaId)
    const at = order.indexOf(change.mediaId)
    if (at >= 0) {
      order.splice(at, 1)
      if (change.to !== 'removed')
        order.splice(Math.max(0, change.to === 'earlier' ? at - 1 : at + 1), 0, change.mediaId)
      await writeMedia(tx, postId, order)
    }
    return ok(await touchDraft(tx, locked.value, writer))
  })
}
