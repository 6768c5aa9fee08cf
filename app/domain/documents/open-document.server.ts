import { cutGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { VIEW_MINUTES, REASON_LENGTH } from './document.ts'
import { canOpenDocument, type DocumentReason } from './policy.ts'
import { findDocumentFacts } from './queries.server.ts'

/** Opens a sealed document to one reviewer for two minutes. Who, why and when is recorded before the first byte is shown. */
export async function openDocument(
  actor: Actor,
  documentId: string,
  reason: string,
): Promise<Result<{ endsAt: Date }, { kind: 'not_there' } | { kind: 'reason_missing' } | { kind: DocumentReason }>> {
  const facts = await findDocumentFacts(documentId)
  // An actor who may not open any document isn't told which exist.
  if (!facts) return refuse(actor?.staffRole ? { kind: 'not_there' } : { kind: 'not_yours' })
  const verdict = canOpenDocument(actor, facts)
  if (!verdict.allowed) return refuse({ kind: verdict.reason })
  const why = cutGraphemes(severalLines(reason), REASON_LENGTH.max)
  if (why.length < REASON_LENGTH.min) return refuse({ kind: 'reason_missing' })
  const openedAt = now()
  const endsAt = addMinutes(openedAt, VIEW_MINUTES)
  await inTransaction(async (tx) => {
    await tx
      .insertInto('sealed_document_views')
      .values({
        id: newId(),
        document_id: documentId,
        staff_id: actor!.id,
        reason: why,
        opened_at: openedAt,
        ends_at: endsAt,
      })
      .execute()
    await publish(tx, {
      actorId: actor!.id,
      event: 'document_opened',
      objectId: documentId,
      detail: { reason: why, ownerId: facts.ownerId },
    })
  })
  return ok({ endsAt })
}
