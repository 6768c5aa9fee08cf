import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'

/** The value of a new device cookie. */
export function newDeviceToken(): string {
  return randomToken()
}

/** Records that somebody has signed in with the browser that holds this token. The first network of a browser stays as it is. */
export function recordDevice(profileId: string, token: string, network: string): Promise<void> {
  return inTransaction(async (tx) => {
    await tx
      .insertInto('account_devices')
      .values({ profile_id: profileId, device_hash: keyedHash('token', token), network })
      .onConflict((conflict) =>
        conflict.columns(['profile_id', 'device_hash']).doUpdateSet({ last_seen_at: sql<Date>`app_now()` }),
      )
      .execute()
  })
}
