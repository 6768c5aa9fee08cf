import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { ReviewedItem } from '../unopened.ts'

/** The text of a post `p`, as its bytes are compared with those that a reviewer was shown. */
export const TEXT_SHA256 = sql`sha256(convert_to(p.caption, 'UTF8'))`

/** What belongs to the posts that `which` chooses, in the order of the page. A file that failed is never published. */
function itemsOfPosts(which: RawBuilder<unknown>) {
  return sql`
    select m.id, m.kind, pm.position + 1 as number, p.id as "postId", p.caption, p.created_at as at, m.content_sha256 as sha
      from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
      where ${which} and p.state = 'in_review' and m.state <> 'failed'
    union all
    select p.id, 'text', 0, p.id, p.caption, p.created_at, ${TEXT_SHA256} from posts p
      where ${which} and p.state = 'in_review' and p.caption <> ''`
}

function unopened(staffId: string, items: RawBuilder<unknown>, connection: Db | Tx) {
  return sql<ReviewedItem>`
    select i.id, i.kind, i.number, i."postId", i.caption from (${items}) i
    where not exists (select from review_openings o where o.staff_id = ${staffId} and o.item_id = i.id and o.content_sha256 = i.sha)
    order by i."postId" is not null, i.at, i."postId", i.number, i.kind`
    .execute(connection)
    .then(({ rows }) => rows)
}

/** What this reviewer has not opened of a waiting post since its last change. */
export function unopenedOfPost(staffId: string, postId: string, connection: Db | Tx = db): Promise<ReviewedItem[]> {
  return unopened(staffId, itemsOfPosts(sql`p.id = ${postId}`), connection)
}

/** The same of an application: its documents, and the posts that wait with it. */
export function unopenedOfApplication(
  staffId: string,
  { applicationId, creatorId }: { applicationId: string; creatorId: string },
  connection: Db | Tx = db,
): Promise<ReviewedItem[]> {
  const documents = sql`
    select d.id, d.kind, 0 as number, null::uuid as "postId", '' as caption, d.accepted_at as at, d.content_sha256 as sha
    from sealed_documents d
    where d.application_id = ${applicationId} and d.submitted_at is not null and d.replaced_at is null and d.destroyed_at is null`
  return unopened(staffId, sql`${documents} union all ${itemsOfPosts(sql`p.creator_id = ${creatorId}`)}`, connection)
}
