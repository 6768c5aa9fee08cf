import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, type Result } from '#app/platform/result.ts'
import {
  type DraftPlace,
  type DraftRefusal,
  lockDraft,
  forgetWaiting,
  removeFromDraft,
} from './internal/media-draft.server.ts'

/** Takes a medium out of a creator's next message in a thread, or to many; it stays in their vault. Repeated, it changes nothing. */
export function removeMediumFromMessage(
  creator: Person,
  place: DraftPlace,
  mediaId: string,
): Promise<Result<null, DraftRefusal>> {
  return inTransaction<Result<null, DraftRefusal>>(async (tx) => {
    const locked = await lockDraft(tx, creator, place)
    if (!locked.ok) return locked
    if (isId(mediaId)) {
      await removeFromDraft(tx, creator.id, place, mediaId)
      // Nothing is sent that its creator has not seen together.
      await forgetWaiting(tx, place)
    }
    return ok(null)
  })
}
