import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { currentVersion, type LegalDocumentName } from './documents.ts'

export type ConsentOccasion = 'sign_up' | 'payment' | 'renewal' | 'creator_application' | 'staff_setup'

/** Records that a person accepted these documents in the versions now in force. Repeating it on one occasion changes nothing. */
export async function recordConsent(
  tx: Tx,
  profileId: string,
  documents: readonly LegalDocumentName[],
  occasion: ConsentOccasion,
): Promise<void> {
  if (documents.length === 0) return
  await tx
    .insertInto('consents')
    .values(
      documents.map((document) => ({
        id: newId(),
        profile_id: profileId,
        document,
        version: currentVersion(document).version,
        occasion,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
