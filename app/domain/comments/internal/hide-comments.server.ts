import { sql } from 'kysely'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

/** A comment that is written while its author is muted must not stay visible. */
export function lockCommentsOf(tx: Tx, creatorId: string, fanId: string): Promise<void> {
  return advisoryLock(tx, `comments:${creatorId}:${fanId}`)
}

/** Hides a fan's comments under a creator's posts, with the replies to them, from everybody else; or shows them again. */
export async function hideComments(
  tx: Tx,
  { creatorId, fanId, muted }: { creatorId: string; fanId: string; muted: boolean },
): Promise<void> {
  await sql`
    update post_comments c set muted = ${muted} where c.creator_id = ${creatorId} and c.muted <> ${muted}
      and (c.author_id = ${fanId} or c.reply_to in (
        select f.id from post_comments f where f.author_id = ${fanId} and f.creator_id = ${creatorId}))`.execute(tx)
}
