import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'

/** Scheduled task: deletes what fans typed and never sent, after a week. */
export async function forgetRequestDrafts(): Promise<void> {
  await db
    .deleteFrom('custom_request_drafts')
    .where('saved_at', '<', addDays(now(), -CUSTOM_REQUEST.draftDays))
    .execute()
}
