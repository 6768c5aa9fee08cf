import { hasRow, inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { notifyOfChange } from './internal/notify-of-change.server.ts'
import type { Actor } from './actor.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.server.ts'
import { lockSession } from './internal/lock-session.server.ts'
import { canRemovePasskey, type FactorReason } from './second-factor-policy.ts'
import { factorFacts, verifySecondFactor } from './verify-second-factor.server.ts'

/** Removes one of the person's own passkeys. A person with an authenticator app types a code of it (`current`). */
export function removePasskey(
  actor: Actor,
  input: { passkeyId: string; current: string },
): Promise<
  Result<null, { kind: 'denied'; reason: FactorReason } | { kind: 'wrong_current' } | { kind: 'passkey_not_found' }>
> {
  return inTransaction(async (tx) => {
    if (!actor || !(await lockSession(tx, actor))) return refuse({ kind: 'denied', reason: 'sign_in_required' })
    if (!/^[0-9a-f-]{36}$/.test(input.passkeyId)) return refuse({ kind: 'passkey_not_found' })
    const facts = await factorFacts(actor.id, tx)
    const verdict = canRemovePasskey(actor, facts)
    if (!verdict.allowed) return refuse({ kind: 'denied', reason: verdict.reason })
    const own = tx
      .selectFrom('passkeys')
      .select('id')
      .where('id', '=', input.passkeyId)
      .where('profile_id', '=', actor.id)
      .forUpdate()
    if (!(await hasRow(own))) return refuse({ kind: 'passkey_not_found' })
    if (facts.totp && (await verifySecondFactor(tx, actor.id, input.current)) !== 'ok')
      return refuse({ kind: 'wrong_current' })
    await tx.deleteFrom('passkeys').where('id', '=', input.passkeyId).execute()
    if (!facts.totp && facts.passkeys <= 1) await forgetRecoveryCodes(tx, actor.id)
    await notifyOfChange(tx, actor, 'passkey_removed')
    return ok(null)
  })
}
