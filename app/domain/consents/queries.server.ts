import { queryPrepared } from '#app/platform/db.server.ts'
import { type Acceptance, documentsOwed, type LegalDocumentName } from './documents.ts'

const MAX_REMEMBERED = 20_000
// The versions in force are part of the code, so the answer "nothing to accept" stays true for the life of this process.
const settled = new Set<string>()

/** Which documents a person still has to accept before continuing. */
export async function listDocumentsOwed(profileId: string): Promise<LegalDocumentName[]> {
  if (settled.has(profileId)) return []
  const accepted = await queryPrepared<Acceptance>(
    'accepted-documents',
    'select document, version from consents where profile_id = $1',
    [profileId],
  )
  const owed = documentsOwed(accepted)
  if (owed.length === 0) {
    if (settled.size >= MAX_REMEMBERED) settled.clear()
    settled.add(profileId)
  }
  return owed
}
