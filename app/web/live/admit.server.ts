import { listDocumentsOwed } from '#app/domain/consents/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { readFirst } from '#app/platform/read-together.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'

/** `endsAt`: when the session ends if it isn't used again. */
export type Admission = { person: Person; endsAt: Date }

/**
 * Who holds a live connection with this session cookie: whoever could open a private page with it. Null for a session that has ended, for
 * members who have documents to agree to, and for staff whose second factor is missing. After a restart all pages ask this at once, besides
 * all that they read.
 */
export async function admitToLive(token: string): Promise<Admission | null> {
  // A connection is no visit: it doesn't prolong the session.
  const found = await readFirst(() => findPersonBySession(token, { prolong: false }))
  if (!found || found.person.enrolsAs) return null
  const { person, endsAt } = found
  const member = person.userType === 'fan' || person.userType === 'creator'
  const owed = member ? await readFirst(() => listDocumentsOwed(person.id)) : []
  return owed.length > 0 ? null : { person, endsAt }
}
