import { db } from '#app/platform/db.server.ts'
import { documentsOwed, type LegalDocumentName } from './documents.ts'

const MOST_REMEMBERED = 20_000
// The versions in force are part of the code, so "owes nothing" stays true as long as this process lives.
const settled = new Set<string>()

/** Which documents a person still has to agree to before going on. */
export async function listDocumentsOwed(profileId: string): Promise<LegalDocumentName[]> {
  if (settled.has(profileId)) return []
  const accepted = await db
    .selectFrom('consents')
    .select(['document', 'version'])
    .where('profile_id', '=', profileId)
    .execute()
  const owed = documentsOwed(accepted)
  if (owed.length === 0) {
    if (settled.size >= MOST_REMEMBERED) settled.clear()
    settled.add(profileId)
  }
  return owed
}

export type PastConsent = { document: string; version: string; occasion: string; acceptedAt: Date }

/** Everything that a person ever agreed to, newest first. */
export function listConsents(profileId: string): Promise<PastConsent[]> {
  return db
    .selectFrom('consents')
    .select(['document', 'version', 'occasion', 'accepted_at as acceptedAt'])
    .where('profile_id', '=', profileId)
    .orderBy('accepted_at', 'desc')
    .orderBy('document')
    .orderBy('id', 'desc')
    .execute()
}
