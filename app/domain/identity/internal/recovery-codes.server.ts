import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hasRow, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, readingHashes, seal } from '#app/platform/secrets.server.ts'
import { SECOND_FACTOR } from '#app/domain/settings/constants.ts'
import { normaliseRecoveryCode, RECOVERY_CODE_BYTES, RECOVERY_CODES, recoveryCodeOf } from '../recovery-code.ts'

/** The owner is hashed with a code, so that equal codes don't have equal hashes. */
const secretOf = (profileId: string, code: string) => `recovery:${profileId}:${code}`

/**
 * Makes a new sheet of codes; those of the sheet before become invalid. Only hashes are stored, except for the sheet that is shown once.
 */
export async function makeRecoveryCodes(tx: Tx, profileId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('profile_id', '=', profileId).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES)))
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        id: newId(),
        profile_id: profileId,
        code_hash: keyedHash('code', secretOf(profileId, normaliseRecoveryCode(code)!)),
      })),
    )
    .execute()
  const sealed = { sealed_codes: seal(JSON.stringify(codes)), expires_at: inMinutes(SECOND_FACTOR.sheetMinutes) }
  await tx
    .insertInto('recovery_code_sheets')
    .values({ profile_id: profileId, ...sealed })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(sealed))
    .execute()
}

/** Deletes an account's recovery codes, together with the last factor that they replace. */
export async function forgetRecoveryCodes(tx: Tx, profileId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('profile_id', '=', profileId).execute()
  await tx.deleteFrom('recovery_code_sheets').where('profile_id', '=', profileId).execute()
}

export function hasRecoveryCodes(tx: Tx, profileId: string): Promise<boolean> {
  return hasRow(tx.selectFrom('recovery_codes').select('id').where('profile_id', '=', profileId))
}

/** Uses a recovery code up; false where it is invalid, or was used before. */
export async function consumeRecoveryCode(tx: Tx, profileId: string, typed: string): Promise<boolean> {
  const code = normaliseRecoveryCode(typed)
  if (!code) return false
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`app_now()` })
    .where('profile_id', '=', profileId)
    .where('code_hash', 'in', readingHashes('code', secretOf(profileId, code)))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export function inMinutes(minutes: number) {
  return sql<Date>`app_now() + make_interval(mins => ${minutes})`
}
