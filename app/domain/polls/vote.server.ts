import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { findPostFacts } from '#app/domain/media/find-content-facts.server.ts'
import { hasRow, inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { closesAt } from './poll.ts'
import { canVote, type VoteDenial } from './policy.ts'

/**
 * Votes in the poll of a post. Everybody has one vote, which can be moved to another option until the poll closes. The same vote again
 * changes nothing.
 */
export async function vote(
  actor: Actor,
  postId: string,
  position: number,
): Promise<Result<null, { kind: VoteDenial } | { kind: 'no_such_option' }>> {
  const post = await findPostFacts(actor, postId)
  if (!post) return refuse({ kind: 'not_there' })
  return inTransaction(async (tx) => {
    // The lock keeps two votes that change sides from waiting for each other's counts.
    const poll = await tx
      .selectFrom('polls')
      .select('open_hours')
      .where('post_id', '=', postId)
      .forUpdate()
      .executeTakeFirst()
    const closes = poll ? closesAt(post.facts.publishedAt, poll.open_hours) : null
    const verdict = canVote(actor, post.facts, { closesAt: closes, contact: post.contact }, post.now)
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    if (!actor || !poll) return refuse({ kind: 'not_there' })
    const option = tx
      .selectFrom('poll_options')
      .select('position')
      .where('post_id', '=', postId)
      .where('position', '=', position)
    if (!(await hasRow(option))) return refuse({ kind: 'no_such_option' })
    await tx
      .insertInto('poll_votes')
      .values({ post_id: postId, fan_id: actor.id, position })
      .onConflict((conflict) =>
        conflict
          .columns(['post_id', 'fan_id'])
          .doUpdateSet({ position, voted_at: sql<Date>`app_now()` })
          .where('poll_votes.position', '!=', position),
      )
      .execute()
    return ok(null)
  })
}
