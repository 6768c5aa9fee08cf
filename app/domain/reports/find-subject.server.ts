import { sql } from 'kysely'
import { findThread } from '#app/domain/chat/queries.server.ts'
import { canReadComments } from '#app/domain/comments/policy.ts'
import { findCreator } from '#app/domain/creators/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { findPostFacts } from '#app/domain/media/find-content-facts.server.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import type { ReportedFacts } from './policy.ts'
import type { ReportKind } from './report.ts'

/** What somebody is about to report, with where it is shown. */
export type ReportSubject = ReportedFacts & {
  id: string
  /** The person's name as this viewer knows it. */
  name: string
  /** The name of the creator's page, the post or the conversation that it is shown in. */
  place: { username: string } | { postId: string } | { threadId: string }
}

/** Finds what is to be reported, as this viewer sees it; null where there is nothing of this kind. A creator also by username. */
export async function findReportSubject(actor: Actor, kind: ReportKind, id: string): Promise<ReportSubject | null> {
  if (kind === 'creator') return findCreatorSubject(id)
  if (!isId(id)) return null
  if (kind === 'post') return findPost(actor, id)
  if (kind === 'comment') return findComment(actor, id)
  return findWritten(actor, kind, id)
}

async function findCreatorSubject(id: string): Promise<ReportSubject | null> {
  const creator = await findCreator(id)
  if (!creator) return null
  const { id: reportedId, displayName: name, username, visible } = creator
  // Whoever is hidden is answered for as whoever is unknown.
  return { kind: 'creator', id: reportedId, reportedId, name, seen: visible, place: { username } }
}

async function findPost(actor: Actor, id: string): Promise<ReportSubject | null> {
  const post = await findPostForViewer(actor, id)
  if (!post) return null
  const { id: reportedId, displayName: name } = post.creator
  return { kind: 'post', id, reportedId, name, seen: true, place: { postId: id } }
}

async function findComment(actor: Actor, id: string): Promise<ReportSubject | null> {
  const comment = await db
    .selectFrom('post_comments as c')
    .innerJoin('profiles as p', 'p.id', 'c.author_id')
    .select(['c.post_id', 'c.author_id', 'c.muted', 'p.display_name'])
    .where('c.id', '=', id)
    .where('c.removed_at', 'is', null)
    .executeTakeFirst()
  const post = comment && (await findPostFacts(actor, comment.post_id))
  if (!comment || !post) return null
  return {
    kind: 'comment',
    id,
    reportedId: comment.author_id,
    name: comment.display_name ?? 'A fan',
    // A muted fan's comment is seen by that fan alone.
    seen: !comment.muted && canReadComments(actor, post.facts, post.now).allowed,
    place: { postId: comment.post_id },
  }
}

async function findWritten(actor: Actor, kind: 'message' | 'conversation', id: string): Promise<ReportSubject | null> {
  const message =
    kind === 'message'
      ? await db
          .selectFrom('chat_messages as m')
          .leftJoin('chat_media_messages as x', 'x.message_id', 'm.id')
          .select(['m.thread_id', 'm.sender_id'])
          // One that was removed is not there.
          .select(sql<boolean>`m.body <> '' or (x.message_id is not null and x.removed_at is null)`.as('there'))
          .where('m.id', '=', id)
          .executeTakeFirst()
      : { thread_id: id, sender_id: null, there: true }
  if (!message) return null
  const thread = await findThread(actor, message.thread_id)
  const reportedId = message.sender_id ?? thread?.other.id ?? ''
  const own = actor !== null && actor.id === reportedId
  return {
    kind,
    id,
    reportedId,
    name: own ? 'You' : (thread?.other.name ?? ''),
    // By its own id: a fan's thread is also found by the creator's.
    seen: thread?.id === message.thread_id && message.there,
    place: { threadId: message.thread_id },
  }
}
