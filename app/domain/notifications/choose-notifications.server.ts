import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { choicesOfForm } from './choices.ts'
import { saveChoices } from './internal/save-choices.server.ts'

/** Stores a person's notification choices; `ticked` are the fields that the form sent. */
export function chooseNotifications(
  actor: Actor,
  ticked: ReadonlySet<string>,
): Promise<Result<null, { kind: 'no_user_logged_in' }>> {
  if (!actor) return Promise.resolve(refuse({ kind: 'no_user_logged_in' }))
  return inTransaction(async (tx) => {
    await saveChoices(tx, actor.id, choicesOfForm(actor.userType, ticked))
    await publish(tx, {
      actorId: actor.id,
      event: 'notifications_chosen',
      objectId: actor.id,
    })
    return ok(null)
  })
}
