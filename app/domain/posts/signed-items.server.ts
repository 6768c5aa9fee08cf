import { sql } from 'kysely'

/**
 * Selects a file of the post of release `r` that its statement `s` is not signed for: one that was added since, or whose content is another
 * one. A file that was taken out takes nothing from the signature.
 */
export const UNSIGNED_ITEM = sql`select from post_media pm join media m on m.id = pm.media_id
  where pm.post_id = r.post_id and (pm.media_id <> all(s.media_ids) or encode(m.content_sha256, 'hex') <> all(s.content_hashes))`

/** The files of post `p` as one value, which is another one as soon as any of them changes; an empty text for a post without files. */
export const ITEMS_VERSION = sql<string>`coalesce((select encode(sha256(convert_to(
    string_agg(m.id::text || encode(m.content_sha256, 'hex'), ' ' order by m.id), 'UTF8')), 'hex')
  from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id), '')`
