import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { canSignIn } from './policy.ts'
import { SESSION_DAYS, STAFF_SESSION_HOURS } from '#app/domain/settings/constants.ts'

/** A member's session is prolonged while in use; a session of staff or of the owner ends at its fixed time. */
export type SessionKind = 'member' | 'staff' | 'owner'

/**
 * Opens a session and returns the token for the cookie; only its hash is stored. The token is always new, which prevents session
 * fixation. `secondFactor`: a second factor was verified, too. The caller has just verified the person: the session begins with a fresh
 * proof. Throws for an account that can't be signed in to: callers have refused it by then.
 */
export async function startSession(
  tx: Tx,
  session: {
    profileId: string
    network: string
    userAgent: string
    kind?: SessionKind
    secondFactor?: boolean
    factorSkipped?: boolean
  },
): Promise<string> {
  const kind = session.kind ?? 'member'
  const hours = kind === 'member' ? SESSION_DAYS.fan.whole * 24 : STAFF_SESSION_HOURS[kind]
  const token = randomToken()
  // Locked, so that a suspension at the same moment is either seen here or ends this session.
  const account = await tx
    .selectFrom('profiles')
    .select(['account_status', 'user_type'])
    .where('id', '=', session.profileId)
    .forShare()
    .executeTakeFirst()
  if (!account || !canSignIn({ status: account.account_status, userType: account.user_type }).allowed)
    throw new Error('only an active account has sessions')
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: keyedHash('token', token),
      profile_id: session.profileId,
      network: session.network,
      user_agent: session.userAgent.slice(0, 300),
      kind,
      mfa_at: session.secondFactor ? sql<Date>`app_now()` : null,
      factor_skipped_at: session.factorSkipped ? sql<Date>`app_now()` : null,
      expires_at: sql`app_now() + make_interval(hours => ${hours})`,
    })
    .execute()
  return token
}
