import { queryPrepared } from '#app/platform/db.server.ts'

export type Reply = { id: string; body: string; at: Date }

export type CommentView = {
  id: string
  body: string
  at: Date
  author: { id: string; name: string; isCreator: boolean }
  /** The creator's, the oldest first. */
  replies: Reply[]
}

type Row = {
  id: string
  body: string
  at: Date
  author_id: string
  name: string
  creator_id: string
  replies: { id: string; body: string; at: string }[]
}

const REPLIES = `coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'body', r.body, 'at', r.created_at) order by r.id)
  from post_comments r where r.reply_to = c.id and r.removed_at is null), '[]') as replies`

function viewOf({ author_id: authorId, creator_id: creatorId, name, replies, ...comment }: Row): CommentView {
  return {
    id: comment.id,
    body: comment.body,
    at: comment.at,
    author: { id: authorId, name, isCreator: authorId === creatorId },
    replies: replies.map((reply) => ({ ...reply, at: new Date(reply.at) })),
  }
}

type Page = { before: string | null; limit: number }

/**
 * The comments under a post as this viewer sees them, the newest first, before the one with the id `before`. Comments of a muted fan are
 * there for that fan alone. The caller has checked that the viewer may see the post.
 */
export async function listComments(
  postId: string,
  viewerId: string | null,
  { before, limit }: Page,
): Promise<CommentView[]> {
  const rows = await queryPrepared<Row>(
    'comments-of-post',
    `select c.id, c.body, c.created_at as at, c.author_id, c.creator_id, coalesce(p.display_name, 'A fan') as name, ${REPLIES}
     from post_comments c join profiles p on p.id = c.author_id
     where c.post_id = $1 and c.reply_to is null and c.removed_at is null and (not c.muted or c.author_id = $2)
       and ($3::uuid is null or c.id < $3)
     order by c.id desc limit $4`,
    [postId, viewerId, before, limit],
  )
  return rows.map(viewOf)
}

export type ReceivedComment = CommentView & { post: { id: string; caption: string } }

/** What fans wrote under all posts of a creator, the newest first, without those of muted fans and the creator's own. */
export async function listReceivedComments(creatorId: string, { before, limit }: Page): Promise<ReceivedComment[]> {
  const rows = await queryPrepared<Row & { post_id: string; caption: string }>(
    'received-comments',
    `select c.id, c.body, c.created_at as at, c.author_id, c.creator_id, coalesce(p.display_name, 'A fan') as name, c.post_id,
       o.caption, ${REPLIES}
     from post_comments c join profiles p on p.id = c.author_id join posts o on o.id = c.post_id
     where c.creator_id = $1 and c.author_id <> $1 and c.reply_to is null and c.removed_at is null and not c.muted
       and ($2::uuid is null or c.id < $2)
     order by c.id desc limit $3`,
    [creatorId, before, limit],
  )
  return rows.map((row) => ({ ...viewOf(row), post: { id: row.post_id, caption: row.caption } }))
}

export type MutedFan = { fanId: string; name: string }

/** The fans whose comments a creator has muted, the last one first. */
export function listMutedFans(creatorId: string, limit: number): Promise<MutedFan[]> {
  return queryPrepared<MutedFan>(
    'muted-fans',
    `select m.fan_id as "fanId", coalesce(p.display_name, 'A fan') as name
     from comment_mutes m join profiles p on p.id = m.fan_id
     where m.creator_id = $1 order by m.created_at desc, m.fan_id limit $2`,
    [creatorId, limit],
  )
}
