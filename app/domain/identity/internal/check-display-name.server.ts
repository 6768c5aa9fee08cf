import { sql } from 'kysely'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { type DisplayNameDenial, displayNameDenial, isPlainFirstName, nameSkeleton } from '../display-name.ts'

/**
 * Why a person may not take this name, or null. The name that they have stays theirs. Nobody takes one that looks like a verified
 * creator's; a fan may share a first name.
 */
export async function checkDisplayName(
  tx: Tx,
  profileId: string,
  name: string,
  { sells }: { sells: boolean },
): Promise<DisplayNameDenial | null> {
  const own = await tx.selectFrom('profiles').select('display_name').where('id', '=', profileId).executeTakeFirst()
  if (own?.display_name === name) return null
  const denial = displayNameDenial(name, config().brandName)
  if (denial) return denial
  const looks = nameSkeleton(name)
  if (looks === '' || (!sells && isPlainFirstName(name))) return null
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from profiles p join creators c on c.profile_id = p.id
      where p.user_type = 'creator' and md5(name_skeleton(p.display_name)) = md5(${looks})
        and p.id <> ${profileId} and c.verification_status = 'approved') as taken
  `.execute(tx)
  return rows[0]!.taken ? 'looks_verified' : null
}
