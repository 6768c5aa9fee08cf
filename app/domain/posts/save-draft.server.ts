import { cutGraphemes } from '#app/platform/graphemes.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, type Result } from '#app/platform/result.ts'
import { type DraftRefusal, lockDraft, touchDraft } from './internal/change-draft.server.ts'
import { POST_LIMITS } from './post.ts'
import { cutPost, type TypedPost } from './typed-post.ts'

export type { DraftRefusal }

/** Stores what is typed in a draft, as it is typed; the first save creates the draft. An older page does not overwrite a newer one. */
export function saveDraft(
  actor: Actor,
  postId: string,
  typed: TypedPost,
  writer: DraftWriter,
): Promise<Result<{ version: number; savedAt: Date }, DraftRefusal>> {
  return inTransaction(async (tx) => {
    const locked = await lockDraft(tx, actor, postId, writer)
    if (!locked.ok) return locked
    const cut = cutPost(typed)
    return ok(
      await touchDraft(tx, locked.value, writer, {
        typed: JSON.stringify(cut),
        caption: cutGraphemes(cut.caption ?? '', POST_LIMITS.captionLength),
      }),
    )
  })
}
