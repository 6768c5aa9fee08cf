import { queryPrepared } from '#app/platform/db.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { closesAt, type NewPoll } from './poll.ts'

/** A poll for its creator: with all votes. */
export type OwnPoll = {
  postId: string
  question: string
  options: { label: string; votes: number }[]
  votes: number
  closesAt: Date | null
}

type Row = {
  post_id: string
  question: string
  open_hours: number
  published_at: Date | null
  options: { label: string; votes: number }[]
}

/** The polls of a creator's published posts, the newest post first. `before` is the post of the last poll of the page before. */
export async function listOwnPolls(
  creatorId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<OwnPoll[]> {
  const rows = await queryPrepared<Row>(
    'own-polls',
    `select q.post_id, q.question, q.open_hours, p.published_at,
       (select jsonb_agg(jsonb_build_object('label', o.label, 'votes', o.vote_count) order by o.position)
         from poll_options o where o.post_id = q.post_id) as options
     from polls q join posts p on p.id = q.post_id
     where p.creator_id = $1 and p.state = 'published' and ($2::uuid is null or p.id < $2) order by p.id desc limit $3`,
    [creatorId, before, limit],
  )
  return rows.map((row) => ({
    postId: row.post_id,
    question: row.question,
    options: row.options,
    votes: row.options.reduce((sum, { votes }) => sum + votes, 0),
    closesAt: closesAt(row.published_at, row.open_hours),
  }))
}

/** The poll of a post that nobody has seen yet, in the transaction that changes the post; null where it has none. */
export async function findNewPoll(tx: Tx, postId: string): Promise<NewPoll | null> {
  const poll = await tx
    .selectFrom('polls')
    .select(['question', 'open_hours'])
    .where('post_id', '=', postId)
    .executeTakeFirst()
  if (!poll) return null
  const options = await tx
    .selectFrom('poll_options')
    .select('label')
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute()
  return { question: poll.question, options: options.map(({ label }) => label), openHours: poll.open_hours }
}
