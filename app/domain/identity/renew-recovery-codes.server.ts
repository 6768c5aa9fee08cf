import { sql } from 'kysely'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { notifyOfChange } from './internal/notify-of-change.server.ts'
import type { Actor } from './actor.ts'
import { makeRecoveryCodes } from './internal/recovery-codes.server.ts'
import { canSetUpTotp, type FactorRefusal } from './second-factor-policy.ts'
import { factorFacts, verifySecondFactor } from './verify-second-factor.server.ts'

/**
 * Makes a new sheet of recovery codes; the old ones become invalid. A person with an app types a code of it, or an old one; a passkey has
 * none to type.
 */
export function renewRecoveryCodes(actor: Actor, current: string): Promise<Result<null, FactorRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor) return refuse({ kind: 'denied', reason: 'sign_in_required' })
    const facts = await factorFacts(actor.id, tx)
    const verdict = canSetUpTotp(actor, facts)
    if (!verdict.allowed) return refuse({ kind: 'denied', reason: verdict.reason })
    if (!facts.totp && facts.passkeys === 0) return refuse({ kind: 'none_set_up' })
    if (facts.totp && (await verifySecondFactor(tx, actor.id, current)) !== 'ok')
      return refuse({ kind: 'wrong_current' })
    await makeRecoveryCodes(tx, actor.id)
    await notifyOfChange(tx, actor, 'recovery_codes_renewed')
    return ok(null)
  })
}

/** The sheet that waits to be written down, or null: it is shown until its owner confirms it, and never after. */
export async function findRecoverySheet(profileId: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('recovery_code_sheets')
    .select('sealed_codes')
    .where('profile_id', '=', profileId)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirst()
  return row ? (JSON.parse(unseal(row.sealed_codes)) as string[]) : null
}

/** The owner confirms that the sheet is saved: from now on only hashes are stored. */
export async function keepRecoverySheet(profileId: string): Promise<void> {
  await db.deleteFrom('recovery_code_sheets').where('profile_id', '=', profileId).execute()
}

export async function countRecoveryCodes(profileId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('profile_id', '=', profileId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
