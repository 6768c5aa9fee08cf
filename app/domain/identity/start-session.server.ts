import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { SESSION_DAYS } from '#app/domain/settings/constants.ts'

/** Opens a session and returns the token for the cookie; its hash alone is stored. Always a new one: nothing can be fixed beforehand. */
export async function startSession(
  tx: Tx,
  session: { profileId: string; network: string; userAgent: string },
): Promise<string> {
  const token = randomToken()
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: keyedHash('token', token),
      profile_id: session.profileId,
      network: session.network,
      user_agent: session.userAgent.slice(0, 300),
      expires_at: sql`app_now() + make_interval(days => ${SESSION_DAYS.fan.whole})`,
    })
    .execute()
  return token
}
