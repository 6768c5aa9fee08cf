import type { Tx } from '#app/platform/db.server.ts'

/** Deletes every passkey, authenticator and recovery code of an account, in the transaction that gives it to another person. */
export async function forgetSecondFactors(tx: Tx, profileId: string): Promise<void> {
  for (const table of [
    'totp_secrets',
    'totp_enrolments',
    'recovery_codes',
    'recovery_code_sheets',
    'passkeys',
  ] as const)
    await tx.deleteFrom(table).where('profile_id', '=', profileId).execute()
}
