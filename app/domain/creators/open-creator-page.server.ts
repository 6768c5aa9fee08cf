import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'

export type PageChoices = {
  tags?: string[]
  subscription_price_minor?: bigint
  daily_goal_minor?: bigint
  pay_to_unlock?: boolean
}

/** The row of a new creator, and what they chose in their application. Of an existing creator only what is given changes. */
export async function openCreatorPage(tx: Tx, creatorId: string, chosen: PageChoices): Promise<void> {
  await tx
    .insertInto('creators')
    .values({ profile_id: creatorId, feed_rank: BigInt(now().getTime()), ...chosen })
    .onConflict((conflict) =>
      Object.keys(chosen).length === 0
        ? conflict.column('profile_id').doNothing()
        : conflict.column('profile_id').doUpdateSet(chosen),
    )
    .execute()
}
