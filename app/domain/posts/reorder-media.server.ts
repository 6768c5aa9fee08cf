import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type DraftRefusal, lockDraft, touchDraft } from './internal/change-draft.server.ts'
import { readMedia, writeMedia } from './internal/post-row.server.ts'

/** Puts the media of a draft in this order. A list that is not the stored one in another order is outdated, and refused. */
export function reorderMedia(
  actor: Actor,
  postId: string,
  order: readonly string[],
  writer: DraftWriter,
): Promise<Result<{ version: number }, DraftRefusal>> {
  return inTransaction(async (tx) => {
    const locked = await lockDraft(tx, actor, postId, writer)
    if (!locked.ok) return locked
    const there = (await readMedia(tx, postId)).map((medium) => medium.mediaId)
    if (
      order.length !== there.length ||
      new Set(order).size !== there.length ||
      !order.every((id) => there.includes(id))
    )
      return refuse({ kind: 'changed_elsewhere', version: locked.value.version })
    await writeMedia(tx, postId, order)
    return ok(await touchDraft(tx, locked.value, writer))
  })
}
