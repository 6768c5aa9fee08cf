import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { containing, keyset, type Listing } from '#app/platform/keyset.server.ts'

export const BLOCK_FILTERS = ['blocked', 'unblocked', 'all'] as const
export type BlockFilter = (typeof BLOCK_FILTERS)[number]

export type ListedBlock = {
  id: string
  mediaId: string
  kind: 'photo' | 'video' | 'voice'
  ownerId: string
  ownerName: string
  postId: string
  reason: string
  blockedBy: string
  blockedAt: Date
  unblockedBy: string | null
  unblockedAt: Date | null
}

const CHOSEN = {
  blocked: sql`b.unblocked_at is null`,
  unblocked: sql`b.unblocked_at is not null`,
  all: sql`true`,
} as const

/** A page of the block list, by the time of the block. `find` is a part of the creator's name or of the reason. */
export async function listBlockedMedia(listing: Listing<BlockFilter>): Promise<ListedBlock[]> {
  const { filter, find } = listing
  const page = keyset(listing, { from: sql`blocked_media b`, id: sql`b.id`, keys: [sql`b.blocked_at`, sql`b.id`] })
  const { rows } = await sql<ListedBlock>`
    select b.id, b.media_id as "mediaId", b.kind, b.owner_id as "ownerId", coalesce(p.display_name, p.username, 'Without a name') as "ownerName",
      b.post_id as "postId", b.reason, coalesce(s.display_name, s.email) as "blockedBy", b.blocked_at as "blockedAt",
      coalesce(u.display_name, u.email) as "unblockedBy", b.unblocked_at as "unblockedAt"
    from blocked_media b join profiles p on p.id = b.owner_id join profiles s on s.id = b.blocked_by
      left join profiles u on u.id = b.unblocked_by
    where ${CHOSEN[filter]} and (${find} = '' or p.display_name ilike ${containing(find)} or p.username ilike ${containing(find)}
        or b.reason ilike ${containing(find)})
      and ${page}`.execute(db)
  return rows
}

export async function countBlockedMedia(): Promise<Record<BlockFilter, number>> {
  const { rows } = await sql<Record<BlockFilter, number>>`
    select count(*) filter (where ${CHOSEN.blocked})::int as blocked, count(*) filter (where ${CHOSEN.unblocked})::int as unblocked,
      count(*)::int as "all" from blocked_media b`.execute(db)
  return rows[0]!
}
