import type { Tx } from '#app/platform/db.server.ts'
import type { DraftWriter } from '../fan-onboarding.ts'

/** The fan's row of the wizard, created where it is missing and locked until the transaction ends. */
export async function lockOnboarding(tx: Tx, profileId: string): Promise<DraftWriter> {
  await tx
    .insertInto('fan_onboardings')
    // Nothing was written yet: the first page of any tab knows version 0.
    .values({ profile_id: profileId, version: 0 })
    .onConflict((conflict) => conflict.column('profile_id').doNothing())
    .execute()
  return tx
    .selectFrom('fan_onboardings')
    .select(['version', 'draft_tab as tab'])
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
