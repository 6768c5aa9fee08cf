import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, type Result } from '#app/platform/result.ts'
import { type DraftRefusal, lockThreadOfCreator } from './internal/media-draft.server.ts'

/** Takes a medium out of a creator's next message; it stays in their vault. Repeated, it changes nothing. */
export function removeMediumFromMessage(
  creator: Person,
  threadId: string,
  mediaId: string,
): Promise<Result<null, DraftRefusal>> {
  return inTransaction<Result<null, DraftRefusal>>(async (tx) => {
    const thread = await lockThreadOfCreator(tx, creator, threadId)
    if (!thread.ok) return thread
    if (isId(mediaId))
      await tx
        .deleteFrom('chat_media_drafts')
        .where('thread_id', '=', threadId)
        .where('media_id', '=', mediaId)
        .execute()
    return ok(null)
  })
}
