import { inTransaction } from '#app/platform/db.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { LegalDocumentName } from './documents.ts'
import { recordConsent } from './record-consent.server.ts'

/** A signed-in person accepts the versions now in force, on a page of its own. */
export function acceptDocuments(person: { id: string }, documents: readonly LegalDocumentName[]): Promise<void> {
  return inTransaction(async (tx) => {
    await recordConsent(tx, person.id, documents, 'renewal')
    await publish(tx, {
      actorId: person.id,
      event: 'documents_accepted',
      objectId: person.id,
      detail: { documents: documents.join(' ') },
    })
  })
}
