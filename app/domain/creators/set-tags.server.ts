import type { Person } from '#app/domain/identity/actor.ts'
import { db } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { readTags } from './tags.ts'

export type TagsRefusal = { kind: 'not_a_creator' } | { kind: 'unknown' } | { kind: 'too_many' }

/** The tags of a creator, at once, in the feeds and on their page. */
export async function setTags(creator: Person, typed: readonly string[]): Promise<Result<null, TagsRefusal>> {
  const tags = readTags(typed)
  if (tags.problem) return refuse({ kind: tags.problem })
  const { numUpdatedRows } = await db
    .updateTable('creators')
    .set({ tags: tags.value })
    .where('profile_id', '=', creator.id)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? ok(null) : refuse({ kind: 'not_a_creator' })
}
