import type { Actor } from '#app/domain/identity/actor.ts'
import { markAlertsChosen } from '#app/domain/identity/mark-alerts-chosen.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { CHANNELS } from '#app/domain/events/topics.ts'
import { saveChoices } from './internal/save-choices.server.ts'

/** The fan wizard's last question: whether to be notified when a favorite creator goes live. */
export function chooseGoLiveAlerts(
  actor: Actor,
  wanted: boolean,
): Promise<Result<null, { kind: 'no_user_logged_in' }>> {
  if (!actor) return Promise.resolve(refuse({ kind: 'no_user_logged_in' }))
  return inTransaction(async (tx) => {
    await saveChoices(
      tx,
      actor.id,
      CHANNELS.map((channel) => ({ kind: 'creator_live' as const, channel, wanted })),
    )
    await markAlertsChosen(tx, actor.id)
    return ok(null)
  })
}
