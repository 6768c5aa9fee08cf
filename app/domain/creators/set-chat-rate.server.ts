import type { Person } from '#app/domain/identity/actor.ts'
import { CHAT_RATES_MINOR } from '#app/domain/settings/constants.ts'
import { db } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/** A creator chooses the price of a message, one of those on offer. Fans who agreed to a lower one are asked again. */
export async function setChatRate(
  creator: Person,
  rateMinor: bigint,
): Promise<Result<null, { kind: 'not_a_creator' } | { kind: 'not_on_offer' }>> {
  if (!CHAT_RATES_MINOR.some((offered) => offered === rateMinor)) return refuse({ kind: 'not_on_offer' })
  const { numUpdatedRows } = await db
    .updateTable('creators')
    .set({ chat_rate_minor: rateMinor })
    .where('profile_id', '=', creator.id)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? ok(null) : refuse({ kind: 'not_a_creator' })
}
