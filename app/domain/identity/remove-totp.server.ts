import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { notifyOfChange } from './internal/notify-of-change.server.ts'
import type { Actor } from './actor.ts'
import { lockSession } from './internal/lock-session.server.ts'
import { forgetTotp } from './forget-second-factors.server.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.server.ts'
import { canRemoveTotp, type FactorRefusal } from './second-factor-policy.ts'
import { factorFacts, verifySecondFactor } from './verify-second-factor.server.ts'

/** Removes the authenticator app; its recovery codes stay for the remaining passkeys. Requires a code of it, or a recovery code. */
export function removeTotp(actor: Actor, current: string): Promise<Result<null, FactorRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !(await lockSession(tx, actor))) return refuse({ kind: 'denied', reason: 'sign_in_required' })
    const facts = await factorFacts(actor.id, tx)
    if (!facts.totp) return refuse({ kind: 'none_set_up' })
    const verdict = canRemoveTotp(actor, facts)
    if (!verdict.allowed) return refuse({ kind: 'denied', reason: verdict.reason })
    const answer = await verifySecondFactor(tx, actor.id, current)
    if (answer === 'none_set_up') return refuse({ kind: 'none_set_up' })
    if (answer === 'wrong') return refuse({ kind: 'wrong_current' })
    await forgetTotp(tx, actor.id)
    if (facts.passkeys === 0) await forgetRecoveryCodes(tx, actor.id)
    await notifyOfChange(tx, actor, 'authenticator_removed')
    return ok(null)
  })
}
