import type { Actor } from '#app/domain/identity/actor.ts'
import type { PostState } from '#app/domain/posts/post.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canChangePeople, type PeopleDenial } from '../policy.ts'

export type PeopleRefusal = { kind: 'not_there' } | { kind: 'not_permitted'; reason: PeopleDenial }
type LockedPost = { id: string; creatorId: string; state: PostState }

/** The post under its lock, which comes before that of its releases; another creator's is refused as unknown. */
export async function lockPostOf(
  tx: Tx,
  actor: Actor,
  postId: string,
  change: 'list' | 'ask_again',
): Promise<Result<LockedPost, PeopleRefusal>> {
  if (!isId(postId) || actor === null) return refuse({ kind: 'not_there' })
  const post = await tx
    .selectFrom('posts')
    .select(['id', 'creator_id as creatorId', 'state'])
    .where('id', '=', postId)
    .where('creator_id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!post) return refuse({ kind: 'not_there' })
  const verdict = canChangePeople(actor, post, change)
  return verdict.allowed ? ok(post) : refuse({ kind: 'not_permitted', reason: verdict.reason })
}
