import { sql } from 'kysely'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { DEMO_DOMAIN } from './people.ts'

const RENEWED_AT_ONCE = 40

/**
 * Keeps the demo data active while nobody uses its creators' accounts: creators whose live switch is on send heartbeats, and stories that
 * ended are published again. Runs every half minute, only in the demo. Returns how many stories were published.
 */
export async function keepDemoDataFresh(): Promise<number> {
  await sql`
    update creators c set heartbeat_at = app_now() from profiles p
    where p.id = c.profile_id and c.is_live and p.email like ${`%@${DEMO_DOMAIN}`}`.execute(db)
  const { rows } = await sql<{ creator_id: string; caption: string; media_ids: string[] }>`
    select distinct on (s.creator_id) s.creator_id, s.caption,
      array(select pm.media_id from post_media pm where pm.post_id = s.id order by pm.position) as media_ids
    from posts s join profiles p on p.id = s.creator_id and p.email like ${`%@${DEMO_DOMAIN}`}
    where s.kind = 'story' and s.state = 'published' and not exists (
      select from posts later where later.creator_id = s.creator_id and later.kind = 'story' and later.expires_at > app_now())
    order by s.creator_id, s.published_at desc limit ${RENEWED_AT_ONCE}`.execute(db)
  for (const story of rows) {
    await inTransaction((tx) =>
      publishPost(tx, {
        creatorId: story.creator_id,
        kind: 'story',
        caption: story.caption,
        audience: { kind: 'public' },
        mediaIds: story.media_ids,
        publishedAt: now(),
        expiresAt: addDays(now(), 1),
      }),
    )
  }
  return rows.length
}
