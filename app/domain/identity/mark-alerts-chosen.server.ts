import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { lockOnboarding } from './internal/fan-onboarding-row.server.ts'

/** Records in the wizard that the question about alerts was answered; the answer itself is a notification choice. */
export async function markAlertsChosen(tx: Tx, profileId: string): Promise<void> {
  await lockOnboarding(tx, profileId)
  await tx
    .updateTable('fan_onboardings')
    .set({ alerts_chosen_at: sql<Date>`app_now()`, updated_at: sql<Date>`app_now()` })
    .where('profile_id', '=', profileId)
    .execute()
}
