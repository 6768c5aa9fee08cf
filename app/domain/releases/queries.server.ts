import { type RawBuilder, sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { ageOn } from '#app/domain/identity/age.ts'
import { previewSql } from '#app/domain/media/preview.server.ts'
import type { PostMedium } from '#app/domain/posts/post.ts'
import { ITEMS_VERSION, UNSIGNED_ITEM } from '#app/domain/posts/signed-items.server.ts'
import { db, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing } from '#app/platform/keyset.server.ts'
import { readingHashes, unsealFor } from '#app/platform/secrets.server.ts'
import type { ReleaseState, ReleaseStatement } from './release.ts'

export type NamedPerson = {
  id: string
  name: string
  username: string | null
  state: ReleaseState
  /** It is signed for all the media that the post has now. */
  current: boolean
  askedAgain: number
  linkEndsAt: Date | null
  answeredAt: Date | null
}

/** The people who are named in a post of this creator, in the order in which they were named. */
export async function listNamedPeople(creatorId: string, postId: string): Promise<NamedPerson[]> {
  if (!isId(postId)) return []
  const { rows } = await sql<NamedPerson>`
    select r.id, r.name, p.username, r.state, ${CURRENT} as current, r.asked_again as "askedAgain", r.link_ends_at as "linkEndsAt", r.answered_at as "answeredAt"
    from releases r left join profiles p on p.id = r.performer_id left join release_statements s on s.release_id = r.id
    where r.post_id = ${postId} and r.creator_id = ${creatorId} order by r.id`.execute(db)
  return rows
}

const CURRENT = sql`(s.release_id is not null and not exists (${UNSIGNED_ITEM}))`

/** Whether a release is signed for all the media that its post has now. */
export async function isSignedForAll(tx: Tx, releaseId: string): Promise<boolean> {
  const { rows } = await sql<{ current: boolean }>`
    select ${CURRENT} as current from releases r left join release_statements s on s.release_id = r.id
    where r.id = ${releaseId}`.execute(tx)
  return rows[0]?.current ?? false
}

/**
 * What somebody who is asked for a release is told about the post: who made it, and each of its files, blurred. `version` is signed with
 * it: for other files it is another one.
 */
export type AskedRelease = {
  id: string
  name: string
  creatorName: string
  username: string | null
  /** A draft is still written: who will see it is not chosen yet. */
  draft: boolean
  hasPoll: boolean
  audience: 'public' | 'subscribers' | 'pay_to_unlock'
  media: (PostMedium & { id: string; ready: boolean; preview: string | null })[]
  version: string
  endsAt: Date | null
}

/** The release that a link asks for; null where the link was used, has ended or never was. */
export async function findReleaseByToken(token: string): Promise<AskedRelease | null> {
  const hashes = readingHashes('token', token)
  return findAsked(sql`r.token_hash = any(${hashes}::bytea[]) and r.link_ends_at > app_now()`)
}

/** The release that this creator is asked for; null where there is none, or it is answered. */
export async function findReleaseOf(person: Person, releaseId: string): Promise<AskedRelease | null> {
  return isId(releaseId) ? findAsked(sql`r.id = ${releaseId} and r.performer_id = ${person.id}`) : null
}

async function findAsked(where: RawBuilder<unknown>): Promise<AskedRelease | null> {
  const { rows } = await sql<AskedRelease>`
    select r.id, r.name, coalesce(c.display_name, c.username, 'A creator') as "creatorName", c.username, p.state = 'draft' as draft, p.audience,
      exists (select from polls o where o.post_id = p.id) as "hasPoll", ${ITEMS_VERSION} as version,
      r.link_ends_at as "endsAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'ready', m.state = 'ready', 'durationMs', m.duration_ms,
          'preview', ${sql.raw(previewSql('m'))}) order by pm.position)
        from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id), '[]') as media
    from releases r join posts p on p.id = r.post_id join profiles c on c.id = r.creator_id
    where r.state = 'asked' and p.state not in ('removed', 'deleted') and ${where}`.execute(db)
  return rows[0] ?? null
}

export type SignedRelease = { id: string; creatorName: string; signedAt: Date }
const SIGNED = sql`select r.id, coalesce(c.display_name, c.username, 'A creator') as "creatorName", r.answered_at as "signedAt"
  from releases r join profiles c on c.id = r.creator_id`

/** What somebody signed by a link, by the token that withdraws it; null where it was withdrawn or never was. */
export async function findSignedByToken(token: string): Promise<SignedRelease | null> {
  const hashes = readingHashes('token', token)
  const { rows } = await sql<SignedRelease>`${SIGNED} where r.withdrawal_hash = any(${hashes}::bytea[])`.execute(db)
  return rows[0] ?? null
}

/** What this creator signed; null where it is not signed, or somebody else's. */
export async function findSignedRelease(person: Person, releaseId: string): Promise<SignedRelease | null> {
  if (!isId(releaseId)) return null
  const { rows } =
    await sql<SignedRelease>`${SIGNED} where r.id = ${releaseId} and r.performer_id = ${person.id} and r.state = 'signed'`.execute(
      db,
    )
  return rows[0] ?? null
}

/** Who did not agree to be shown in files of this post, in this post or another one, for its reviewer. */
export async function listRefusals(
  postId: string,
): Promise<{ id: string; name: string; kind: 'declined' | 'withdrawn'; at: Date }[]> {
  const { rows } = await sql<{ id: string; name: string; kind: 'declined' | 'withdrawn'; at: Date }>`
    select distinct on (f.name, f.kind) f.id, f.name, f.kind, f.refused_at as at
    from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
      join release_refusals f on f.creator_id = p.creator_id and f.content_sha256 = m.content_sha256
    where p.id = ${postId} and f.lifted_at is null order by f.name, f.kind, f.refused_at desc`.execute(db)
  return rows
}

export type ListedRefusal = {
  id: string
  creatorName: string
  name: string
  kind: 'declined' | 'withdrawn'
  files: number
  at: Date
  lifted: { at: Date; by: string; reason: string } | null
}

/** The refusals that stop files, each once for all its files, then the ones that were lifted; the newest 100. */
export async function listAllRefusals(find: string): Promise<ListedRefusal[]> {
  const { rows } = await sql<Omit<ListedRefusal, 'lifted'> & { liftedAt: Date | null; by: string; reason: string }>`
    select (array_agg(f.id order by f.id))[1] as id, coalesce(c.display_name, c.username, 'Without a name') as "creatorName", f.name, f.kind,
      count(*)::int as files, f.refused_at as at, f.lifted_at as "liftedAt", coalesce(s.display_name, s.email, '') as by,
      coalesce(f.lift_reason, '') as reason
    from release_refusals f join profiles c on c.id = f.creator_id left join profiles s on s.id = f.lifted_by
    where ${find} = '' or c.display_name ilike ${containing(find)} or c.username ilike ${containing(find)} or f.name ilike ${containing(find)}
    group by f.creator_id, c.display_name, c.username, f.name, f.kind, f.performer_id, f.refused_at, f.lifted_at, s.display_name, s.email, f.lift_reason
    order by f.lifted_at is not null, f.refused_at desc, 1 limit 100`.execute(db)
  return rows.map(({ liftedAt, by, reason, ...row }) => ({ ...row, lifted: liftedAt && { at: liftedAt, by, reason } }))
}

export type ReviewedRelease = {
  id: string
  name: string
  username: string | null
  state: ReleaseState
  current: boolean
  askedAt: Date
  /** Null until it is signed, and after it was destroyed. */
  signed: { fullName: string; age: number; at: Date; version: number } | null
}

/** The releases of a post for its reviewer; the caller has checked the right. */
export async function listReleasesForReview(postId: string): Promise<ReviewedRelease[]> {
  const { rows } = await sql<
    Omit<ReviewedRelease, 'signed'> & { sealed: string | null; signedAt: Date | null; version: number | null }
  >`
    select r.id, r.name, p.username, r.state, ${CURRENT} as current, r.asked_at as "askedAt", s.sealed, s.signed_at as "signedAt",
      s.consent_version as version
    from releases r left join profiles p on p.id = r.performer_id left join release_statements s on s.release_id = r.id
    where r.post_id = ${postId} order by r.id`.execute(db)
  return rows.map(({ sealed, signedAt, version, ...row }) => {
    if (sealed === null || signedAt === null || version === null) return { ...row, signed: null }
    const { fullName, birthday } = openStatement(row.id, sealed)
    return { ...row, signed: { fullName, age: ageOn(birthday, signedAt), at: signedAt, version } }
  })
}

export function openStatement(releaseId: string, sealed: string): ReleaseStatement {
  return JSON.parse(unsealFor('release', sealed, releaseId).toString('utf8')) as ReleaseStatement
}
