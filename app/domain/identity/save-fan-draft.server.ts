import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Actor } from './actor.ts'
import { cutDraft, type DraftWriter, type FanDraft, mayWriteDraft } from './fan-onboarding.ts'
import { lockOnboarding } from './internal/fan-onboarding-row.server.ts'

export type DraftRefusal = { kind: 'no_user_logged_in' } | { kind: 'changed_elsewhere'; version: number }

/** Stores what a fan has typed so far, so that they can continue on another device. */
export function saveFanDraft(
  actor: Actor,
  typed: FanDraft,
  writer: DraftWriter,
): Promise<Result<{ version: number; savedAt: Date }, DraftRefusal>> {
  if (!actor) return Promise.resolve(refuse({ kind: 'no_user_logged_in' }))
  return inTransaction(async (tx) => {
    const stored = await lockOnboarding(tx, actor.id)
    if (!mayWriteDraft(stored, writer)) return refuse({ kind: 'changed_elsewhere', version: stored.version })
    const draft = cutDraft(typed)
    const { version, updated_at } = await tx
      .updateTable('fan_onboardings')
      .set({
        version: stored.version + 1,
        draft_display_name: draft.displayName,
        draft_day: draft.day,
        draft_month: draft.month,
        draft_year: draft.year,
        draft_city: draft.city,
        draft_tab: writer.tab,
        updated_at: sql<Date>`app_now()`,
      })
      .where('profile_id', '=', actor.id)
      .returning(['version', 'updated_at'])
      .executeTakeFirstOrThrow()
    return ok({ version, savedAt: updated_at })
  })
}
