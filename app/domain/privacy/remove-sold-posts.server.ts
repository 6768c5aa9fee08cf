import { removeMessagesThatWereSold } from '#app/domain/chat/remove-media-messages.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { removePostsThatWereSold } from '#app/domain/posts/remove-posts.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canRemoveSoldPosts } from './policy.ts'

export type RemoveSoldRefusal = { kind: 'sign_in_required' | 'staff' | 'not_active' | 'nothing_sold' }

/**
 * A creator who wants to close the account removes the posts and messages that fans have bought. The buyers are refunded by the rule for
 * removed content: a scheduled task finds them within a minute. A repeated call removes nothing more. Returns how many were removed.
 */
export function removeSoldPosts(actor: Actor): Promise<Result<{ posts: number }, RemoveSoldRefusal>> {
  return inTransaction(async (tx) => {
    const verdict = canRemoveSoldPosts(actor)
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    const posts = await removePostsThatWereSold(tx, actor!.id)
    const messages = await removeMessagesThatWereSold(tx, actor!.id)
    if (posts.length + messages.length === 0) return refuse({ kind: 'nothing_sold' })
    const facts = { actorId: actor!.id, detail: { because: 'the account is to be closed' } }
    for (const objectId of posts) await publish(tx, { ...facts, event: 'sold_post_removed', objectId })
    for (const objectId of messages) await publish(tx, { ...facts, event: 'sold_message_removed', objectId })
    return ok({ posts: posts.length + messages.length })
  })
}
