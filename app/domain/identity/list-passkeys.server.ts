import { db } from '#app/platform/db.server.ts'

export type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** Somebody's passkeys, oldest first. */
export function listPasskeys(profileId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('profile_id', '=', profileId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
