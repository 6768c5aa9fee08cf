import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

type Refused = {
  postId: string
  creatorId: string
  performerId: string | null
  name: string
  kind: 'declined' | 'withdrawn'
}

/** Remembers for each file of a post that somebody who is shown in it does not agree, by its bytes: also where it is uploaded again. */
export async function rememberRefusal(tx: Tx, { postId, creatorId, performerId, name, kind }: Refused): Promise<void> {
  const { rows } = await sql<{ sha: Buffer }>`
    select distinct m.content_sha256 as sha from post_media p join media m on m.id = p.media_id where p.post_id = ${postId}`.execute(
    tx,
  )
  for (const { sha } of rows)
    await tx
      .insertInto('release_refusals')
      .values({
        id: newId(),
        creator_id: creatorId,
        performer_id: performerId,
        name,
        kind,
        content_sha256: sha,
        refused_at: sql<Date>`app_now()`,
      })
      .execute()
}
