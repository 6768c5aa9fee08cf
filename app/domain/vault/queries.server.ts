import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing } from '#app/platform/keyset.server.ts'
import type { VaultKind } from './vault.ts'

export type VaultFolder = { id: string; name: string; files: number }

export async function listFolders(ownerId: string): Promise<VaultFolder[]> {
  const { rows } = await sql<VaultFolder>`
    select f.id, f.name, (select count(*)::int from vault_items v where v.folder_id = f.id and v.removed_at is null) as files
    from vault_folders f where f.owner_id = ${ownerId} order by lower(f.name), f.id`.execute(db)
  return rows
}

/** Whether a medium is in the vault of this creator. */
export async function isInVault(ownerId: string, mediaId: string): Promise<boolean> {
  if (!isId(mediaId)) return false
  const { rows } = await sql`
    select from media m left join vault_items v on v.media_id = m.id
    where m.id = ${mediaId} and m.owner_id = ${ownerId} and m.purpose = 'post' and v.removed_at is null`.execute(db)
  return rows.length > 0
}

export type VaultFile = {
  mediaId: string
  kind: VaultKind
  state: 'processing' | 'ready' | 'failed'
  name: string
  folderId: string | null
  durationMs: number | null
  byteSize: number
  pictured: boolean
  uploadedAt: Date
  /** How many posts of the creator use it, drafts among them. */
  posts: number
  /** The caption of the newest of them. */
  caption: string
}

export type VaultSearch = {
  /** A part of the file's name, or of a caption of a post that uses it. */
  find?: string
  kind?: VaultKind | null
  folderId?: string | null
  /** A month of Kampala: "2026-11". */
  month?: string | null
  before?: string | null
  limit: number
}

/**
 * The files of a creator's vault, the newest first: everything that was uploaded for posts and not taken out. `before` is the last id of the
 * previous page.
 */
export async function listVaultFiles(ownerId: string, search: VaultSearch): Promise<VaultFile[]> {
  const { find = '', kind = null, folderId = null, month = null, before = null, limit } = search
  const pattern = containing(find.trim())
  const knownMonth = month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `${month}-01` : null
  const { rows } = await sql<VaultFile>`
    select m.id as "mediaId", m.kind, m.state, coalesce(v.name, '') as name, v.folder_id as "folderId", m.duration_ms as "durationMs",
      m.byte_size::float8 as "byteSize", m.preview is not null as pictured, m.created_at as "uploadedAt", coalesce(u.posts, 0) as posts,
      coalesce(u.caption, '') as caption
    from media m left join vault_items v on v.media_id = m.id
    left join lateral (
      select count(*)::int as posts, (array_agg(p.caption order by p.id desc))[1] as caption,
        bool_or(p.caption ilike ${pattern}) as found
      from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = m.id and p.state not in ('deleted', 'removed')) u on true
    where m.owner_id = ${ownerId} and m.purpose = 'post' and v.removed_at is null
      and (${kind}::text is null or m.kind = ${kind})
      and (${folderId !== null && isId(folderId) ? folderId : null}::uuid is null or v.folder_id = ${folderId !== null && isId(folderId) ? folderId : null}::uuid)
      and (${find.trim() === ''} or coalesce(v.name, '') ilike ${pattern} or u.found)
      and (${knownMonth}::date is null or (m.created_at at time zone 'Africa/Kampala' >= ${knownMonth}::date
        and m.created_at at time zone 'Africa/Kampala' < ${knownMonth}::date + interval '1 month'))
      and (${before !== null && isId(before) ? before : null}::uuid is null or m.id < ${before !== null && isId(before) ? before : null}::uuid)
    order by m.id desc limit ${limit}`.execute(db)
  return rows
}
