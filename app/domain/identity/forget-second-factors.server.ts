import type { Tx } from '#app/platform/db.server.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.server.ts'

/** Deletes every passkey, authenticator and recovery code of an account, in the transaction that gives it to another person. */
export async function forgetSecondFactors(tx: Tx, profileId: string): Promise<void> {
  await forgetTotp(tx, profileId)
  await forgetRecoveryCodes(tx, profileId)
  await tx.deleteFrom('passkeys').where('profile_id', '=', profileId).execute()
}

/** Deletes the authenticator app of an account, and one that is half set up. */
export async function forgetTotp(tx: Tx, profileId: string): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('profile_id', '=', profileId).execute()
  await tx.deleteFrom('totp_enrolments').where('profile_id', '=', profileId).execute()
}
