import { db, type Db, type Tx } from '#app/platform/db.server.ts'
import { realNow } from '#app/platform/clock.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { SECOND_FACTOR } from '#app/domain/settings/constants.ts'
import { countHits, HOUR, recordHit } from '#app/platform/stored-rate-limit.server.ts'
import { hasRecoveryCodes, consumeRecoveryCode } from './internal/recovery-codes.server.ts'
import type { FactorFacts } from './second-factor-policy.ts'
import { fromBase32, matchingStep, typedTotp } from './totp.ts'

export type FactorAnswer = 'ok' | 'wrong' | 'none_set_up'

/**
 * Verifies a typed code of the authenticator app, or a recovery code; each is accepted once. Guesses of one account wait for each other,
 * and after too many wrong ones every code is refused for an hour. A wrong try is counted in the caller's transaction, which must commit.
 */
export async function verifySecondFactor(tx: Tx, profileId: string, typed: string): Promise<FactorAnswer> {
  const stored = await tx
    .selectFrom('totp_secrets')
    .select(['sealed_secret', 'last_step'])
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst()
  // Recovery codes replace passkeys as well, where there is no app.
  if (!stored && !(await hasRecoveryCodes(tx, profileId))) return 'none_set_up'
  const limit = `wrong-factor ${profileId}`
  if ((await countHits(tx, { key: limit, seconds: HOUR })).count >= SECOND_FACTOR.wrongPerHour) return 'wrong'

  const digits = stored && typedTotp(typed)
  const step = digits && (await stepOf(stored.sealed_secret, digits, Number(stored.last_step)))
  if (step) {
    await tx.updateTable('totp_secrets').set({ last_step: step }).where('profile_id', '=', profileId).execute()
    return 'ok'
  }
  if (await consumeRecoveryCode(tx, profileId, typed)) return 'ok'
  await recordHit(tx, limit)
  return 'wrong'
}

/** The step of a code of a sealed secret, or null. An authenticator app uses the real time, wherever the demo's clock was moved. */
export async function stepOf(sealedSecret: string, digits: string, lastStep: number): Promise<bigint | null> {
  const secret = fromBase32(unseal(sealedSecret))!
  const step = await matchingStep(secret, digits, realNow(), lastStep)
  return step === null ? null : BigInt(step)
}

/** Whether signing in as staff requires a second step. */
export async function hasSecondFactor(profileId: string, connection: Db | Tx = db): Promise<boolean> {
  const { totp, passkeys } = await factorFacts(profileId, connection)
  return totp || passkeys > 0
}

/** What somebody has set up. */
export async function factorFacts(profileId: string, connection: Db | Tx = db): Promise<FactorFacts> {
  const row = await connection
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('totp_secrets').select('profile_id').where('profile_id', '=', profileId)).as('totp'),
      eb
        .selectFrom('passkeys')
        .select((inner) => inner.fn.countAll<bigint>().as('count'))
        .where('profile_id', '=', profileId)
        .as('passkeys'),
    ])
    .executeTakeFirstOrThrow()
  return { totp: Boolean(row.totp), passkeys: Number(row.passkeys ?? 0) }
}
