import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import { type Contact, NO_BLOCK } from '#app/domain/contacts/policy.ts'
import { listRights } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { db, queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import type { ContentFacts } from './policy.ts'

/** A post with what decides who sees it, for what people do with posts. */
export type PostFacts = {
  facts: ContentFacts
  commentsOpen: boolean
  /** Between this viewer and its creator. */
  contact: Contact
  now: Date
}

type Row = {
  creator_id: string
  audience: ContentFacts['audience']
  state: ContentFacts['state']
  published_at: Date | null
  expires_at: Date | null
  comments_open: boolean
  visible: boolean
  now: Date
}

const POST = `select p.creator_id, p.audience, p.state, p.published_at, p.expires_at, p.comments_open, (select app_now()) as now,
    exists (select from visible_creators v where v.profile_id = p.creator_id) as visible
  from posts p where p.id = $1`

/**
 * Reads the facts of one post for this viewer; null where no post has the id. Commands ask before their transaction: a right that ends
 * in the same moment ends with the next request.
 */
export async function findPostFacts(actor: Actor, postId: string): Promise<PostFacts | null> {
  if (!isId(postId)) return null
  const [row] = await queryPrepared<Row>('post-facts', POST, [postId])
  if (!row) return null
  const [rights, contact] = actor
    ? await Promise.all([
        listRights(actor.id, { creatorIds: [row.creator_id], postIds: [postId] }),
        findContact(db, actor.id, row.creator_id),
      ])
    : [null, NO_BLOCK]
  return {
    facts: {
      ownerId: row.creator_id,
      audience: row.audience,
      state: row.state,
      publishedAt: row.published_at,
      expiresAt: row.expires_at,
      creatorVisible: row.visible,
      viewerHasAccess: rights?.creators.has(row.creator_id) ?? false,
      viewerBought: rights?.posts.has(postId) ?? false,
    },
    commentsOpen: row.comments_open,
    contact,
    now: row.now,
  }
}
