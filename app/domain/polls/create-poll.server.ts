import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { type NewPoll, POLL } from './poll.ts'

/**
 * Gives a post its poll in the caller's transaction; one that it had is replaced. `readPoll` makes the poll of what was typed. The caller
 * holds the post's lock and has checked that nobody has seen the post yet.
 */
export async function createPoll(tx: Tx, postId: string, { question, options, openHours }: NewPoll): Promise<void> {
  invariant(options.length >= POLL.minOptions && options.length <= POLL.maxOptions, 'a poll has two to six options')
  await removePoll(tx, postId)
  await tx.insertInto('polls').values({ post_id: postId, question, open_hours: openHours }).execute()
  await tx
    .insertInto('poll_options')
    .values(options.map((label, position) => ({ post_id: postId, position, label })))
    .execute()
}

/** Takes a post's poll away in the caller's transaction, with its votes. */
export async function removePoll(tx: Tx, postId: string): Promise<void> {
  await tx.deleteFrom('polls').where('post_id', '=', postId).execute()
}
