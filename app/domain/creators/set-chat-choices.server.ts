import type { Person } from '#app/domain/identity/actor.ts'
import { CHAT_RATES_MINOR } from '#app/domain/settings/constants.ts'
import { db } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

export type ChatChoices = {
  /** What a message costs, one of the prices on offer. Fans who agreed to a lower one are asked again. */
  rateMinor: bigint
  /** Fans who write to the creator see when they were last online. */
  showsLastOnline: boolean
}

/** A creator's choices about their chat. */
export async function setChatChoices(
  creator: Person,
  { rateMinor, showsLastOnline }: ChatChoices,
): Promise<Result<null, { kind: 'not_a_creator' } | { kind: 'not_on_offer' }>> {
  if (!CHAT_RATES_MINOR.some((offered) => offered === rateMinor)) return refuse({ kind: 'not_on_offer' })
  const { numUpdatedRows } = await db
    .updateTable('creators')
    .set({ chat_rate_minor: rateMinor, shows_last_online: showsLastOnline })
    .where('profile_id', '=', creator.id)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? ok(null) : refuse({ kind: 'not_a_creator' })
}
