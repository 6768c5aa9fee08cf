import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { db, type Db, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { TEXT_SHA256 } from './internal/unopened.server.ts'

/**
 * Records that a reviewer was sent the bytes of a medium. `played`: of a video or a voice note, more than the picture that stands for it.
 * What is not reviewed is not recorded.
 */
export async function recordMediumOpened(
  actor: Actor,
  mediaId: string,
  { played }: { played: boolean },
): Promise<void> {
  if (!reviews(actor)) return
  await sql`
    insert into review_openings (staff_id, item_id, kind, content_sha256)
    select ${actor!.id}, m.id, 'medium', m.content_sha256 from media m
    where m.id = ${mediaId} and (m.kind = 'photo' or ${played})
      and exists (select from post_media pm join posts p on p.id = pm.post_id where pm.media_id = m.id and p.state = 'in_review')
    ${AGAIN}`.execute(db)
}

/** Records that a reviewer was sent an identity document. */
export async function recordDocumentOpened(actor: Actor, documentId: string): Promise<void> {
  if (!hasPermission(actor, 'documents.view')) return
  await sql`
    insert into review_openings (staff_id, item_id, kind, content_sha256)
    select ${actor!.id}, d.id, 'document', d.content_sha256 from sealed_documents d
    where d.id = ${documentId} and d.owner_id is distinct from ${actor!.id}
    ${AGAIN}`.execute(db)
}

/**
 * Records that a reviewer's page shows the text of a post. Before it is read for the page: a text that changes in between then counts as
 * not shown.
 */
export function showText(actor: Actor, postId: string): Promise<void> {
  return isId(postId) ? recordTextOpened(db, actor, postId) : Promise.resolve()
}

/** The same in the transaction that opens the post. */
export async function recordTextOpened(connection: Db | Tx, actor: Actor, postId: string): Promise<void> {
  if (!reviews(actor)) return
  await sql`
    insert into review_openings (staff_id, item_id, kind, content_sha256)
    select ${actor!.id}, p.id, 'text', ${TEXT_SHA256} from posts p where p.id = ${postId} and p.state = 'in_review'
    ${AGAIN}`.execute(connection)
}

const AGAIN = sql`on conflict (staff_id, item_id) do update
  set kind = excluded.kind, content_sha256 = excluded.content_sha256, opened_at = app_now()`

function reviews(actor: Actor): boolean {
  return hasPermission(actor, 'content.review') || hasPermission(actor, 'applications.review')
}
