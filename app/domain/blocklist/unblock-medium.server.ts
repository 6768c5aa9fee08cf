import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type BlockDenial, canUnblockMedium } from './policy.ts'

export type UnblockRefusal =
  | { kind: 'not_there' }
  | { kind: 'not_permitted'; reason: BlockDenial }
  | { kind: 'stands_so_already' }

/** Takes a medium off the block list: it may be posted again. What was removed stays removed. */
export function unblockMedium(actor: Actor, blockId: string): Promise<Result<null, UnblockRefusal>> {
  return inTransaction<Result<null, UnblockRefusal>>(async (tx) => {
    const block = isId(blockId)
      ? await tx.selectFrom('blocked_media').selectAll().where('id', '=', blockId).forUpdate().executeTakeFirst()
      : undefined
    const verdict = canUnblockMedium(actor, { ownerId: block?.owner_id ?? '' })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (!block) return refuse({ kind: 'not_there' })
    if (block.unblocked_at !== null) return refuse({ kind: 'stands_so_already' })
    await tx
      .updateTable('blocked_media')
      .set({ unblocked_at: sql<Date>`app_now()`, unblocked_by: actor!.id })
      .where('id', '=', blockId)
      .execute()
    await publish(tx, { event: 'medium_unblocked', actorId: actor!.id, objectId: block.media_id })
    return ok(null)
  })
}
