import { sql } from 'kysely'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { flagCreator } from '#app/domain/moderation/flag-creator.server.ts'
import { blockMedium } from '#app/domain/moderation/review-content.server.ts'
import { addMedia } from '#app/domain/posts/add-media.server.ts'
import { saveDraft } from '#app/domain/posts/save-draft.server.ts'
import { submitDraft } from '#app/domain/posts/submit-draft.server.ts'
import { nameOutsidePerson } from '#app/domain/releases/name-person.server.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { DEMO_CREATORS } from './people.ts'
import { findStaff } from './settle-staff.server.ts'

const WRITER = { tab: 'demo', version: 0 }

/**
 * What the moderator of the demo finds: a blocked photo, a flagged creator whose new post waits, and a post that waits for the release of
 * somebody else in it. Made by the product's own commands, once.
 */
export async function settleReviews(): Promise<void> {
  const known = await db.selectFrom('content_flags').select('id').limit(1).executeTakeFirst()
  if (known) return
  const visible = DEMO_CREATORS.filter(({ status }) => status === 'visible')
  const [moderator, flagged, other] = await Promise.all([
    findStaff('content-moderator'),
    findByEmail(visible[6]!.email),
    findByEmail(visible[8]!.email),
  ])
  if (!moderator || !flagged || !other) return
  const [seen, waiting] = await photosOf(flagged)
  const [together] = await photosOf(other)
  if (!seen || !waiting || !together) return
  await blockMedium(moderator, { ...seen, reason: 'Shows somebody who asked us to take it down' })
  await flagCreator(moderator, flagged.id, 'Two reports about photos of other people')
  await post(flagged, 'Fitting day on Friday, who is coming?')
  await post(flagged, 'Backstage, Friday', { mediaId: waiting.mediaId })
  await post(other, 'The two of us on stage', { mediaId: together.mediaId, named: 'Joan' })
}

/** A post with a photo waits for its sizes first, as any other. */
async function post(
  creator: Person,
  caption: string,
  { mediaId, named }: { mediaId?: string; named?: string } = {},
): Promise<void> {
  const postId = newId()
  const typed = { caption, audience: 'subscribers', shown: named ? 'with_others' : 'only_me' }
  await saveDraft(creator, postId, typed, WRITER)
  if (mediaId) await addMedia(creator, postId, [mediaId], null)
  if (named) await nameOutsidePerson(creator, postId, named)
  const { version } = await db.selectFrom('posts').select('version').where('id', '=', postId).executeTakeFirstOrThrow()
  const sent = await submitDraft(creator, postId, typed, { ...WRITER, version })
  if (!sent.ok) throw new Error(`a post of the demo data was refused: ${sent.refusal.kind}`)
}

async function findByEmail(email: string): Promise<Person | null> {
  const row = await db.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()
  return row ? findPerson(row.id) : null
}

/** The photos of a creator's posts, the oldest first. */
async function photosOf(creator: Person): Promise<{ postId: string; mediaId: string }[]> {
  const { rows } = await sql<{ postId: string; mediaId: string }>`
    select p.id as "postId", m.id as "mediaId" from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
    where p.creator_id = ${creator.id} and p.state = 'published' and m.kind = 'photo' order by m.id limit 3`.execute(db)
  return rows
}
