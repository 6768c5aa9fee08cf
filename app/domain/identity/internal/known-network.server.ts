import { type RawBuilder, sql } from 'kysely'
import { SESSION_DAYS } from '#app/domain/settings/constants.ts'

/**
 * Whether somebody signed in to the account of an address from a network lately: strangers elsewhere can't use up what its holder needs
 * there. An ended session is remembered for thirty days (`purgeSignInTraces`).
 */
export function isKnownNetwork(email: string, network: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sessions s join profiles p on p.id = s.profile_id
    where p.email = ${email} and s.network = ${network} and s.kind = 'member'
      and s.created_at > app_now() - make_interval(days => ${SESSION_DAYS.max})
  )`
}
