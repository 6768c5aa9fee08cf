import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'
import { openStatement } from './queries.server.ts'

export const privacy = definePrivacy({
  tables: {
    releases: {
      whose: byId('creator_id', 'performer_id'),
      exportedAs: 'posts in which you named somebody, or somebody named you',
      hide: ['token_hash', 'withdrawal_hash'],
      erased: 'blanked',
    },
    release_refusals: {
      whose: byId('creator_id', 'performer_id'),
      exportedAs: 'files in which somebody did not agree to be shown',
      hide: ['content_sha256', 'lifted_by'],
      erased: 'blanked',
    },
    release_statements: {
      whose: byId('performer_id'),
      exportedAs: 'releases that you signed',
      // The export contains the decrypted statement (below).
      hide: ['sealed', 'content_hashes'],
      erased: 'blanked',
    },
  },
  // The person's own statement is decrypted for them.
  opened: {
    release_statements: {
      column: 'sealed',
      open: (line) => {
        const { sealed, ...row } = JSON.parse(line) as { release_id: string; sealed: string | null }
        return JSON.stringify({ ...row, statement: sealed === null ? null : openStatement(row.release_id, sealed) })
      },
    },
  },
  // Also what outside people have signed for a creator who is erased: the posts are gone.
  erase: ({ id }) => [
    sql`update release_statements set sealed = null, destroyed_at = app_now(), keep_until = null
      where destroyed_at is null and (performer_id = ${id}
        or release_id in (select r.id from releases r where r.creator_id = ${id}))`,
    sql`update releases set name = '', token_hash = null, link_ends_at = null, withdrawal_hash = null where creator_id = ${id}`,
    sql`update release_refusals set name = '' where creator_id = ${id} or performer_id = ${id}`,
    sql`update releases set name = '' where performer_id = ${id}`,
  ],
})
