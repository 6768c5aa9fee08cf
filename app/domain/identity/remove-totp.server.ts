import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Actor } from './actor.ts'
import { noticeOf } from './internal/security-notice.server.ts'
import { verifySecondFactor } from './verify-second-factor.server.ts'

/** Takes the authenticator app away, with its recovery codes. A code of it, or one of them, is needed once more. */
export function removeTotp(
  actor: Actor,
  current: string,
): Promise<Result<null, { kind: 'sign_in_required' } | { kind: 'wrong_current' } | { kind: 'none_set_up' }>> {
  return inTransaction(async (tx) => {
    if (!actor) return refuse({ kind: 'sign_in_required' })
    const answer = await verifySecondFactor(tx, actor.id, current)
    if (answer === 'none_set_up') return refuse({ kind: 'none_set_up' })
    if (answer === 'wrong') return refuse({ kind: 'wrong_current' })
    for (const table of ['totp_secrets', 'totp_enrolments', 'recovery_codes', 'recovery_code_sheets'] as const)
      await tx.deleteFrom(table).where('profile_id', '=', actor.id).execute()
    await recordActivity(tx, {
      actorId: actor.id,
      act: 'authenticator_removed',
      objectKind: 'profile',
      objectId: actor.id,
    })
    await noticeOf(tx, actor.email, 'authenticator_removed')
    return ok(null)
  })
}
