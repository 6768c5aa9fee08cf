import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { DocumentKind } from './document.ts'
import { openSealed } from './internal/vault.server.ts'
import { canSeeDocument, type DocumentFacts } from './policy.ts'

export async function findDocumentFacts(documentId: string): Promise<DocumentFacts | null> {
  if (!isId(documentId)) return null
  const facts = await db
    .selectFrom('sealed_documents')
    .select([
      'owner_id as ownerId',
      'submitted_at as submittedAt',
      'replaced_at as replacedAt',
      'destroyed_at as destroyedAt',
    ])
    .where('id', '=', documentId)
    .executeTakeFirst()
  return facts ?? null
}

export type DocumentListed = {
  id: string
  kind: DocumentKind
  takenAt: Date
  submittedAt: Date | null
  destroyedAt: Date | null
  keepUntil: Date
  width: number
  height: number
  /** Until when this viewer's own view is open; null where none is. */
  viewEndsAt: Date | null
}

/** The current documents of an application, without their bytes. The caller has checked the actor's right. */
export function listDocumentsOf(applicationId: string, viewer: Actor = null): Promise<DocumentListed[]> {
  return db
    .selectFrom('sealed_documents as d')
    .select([
      'd.id',
      'd.kind',
      'd.accepted_at as takenAt',
      'd.submitted_at as submittedAt',
      'd.destroyed_at as destroyedAt',
    ])
    .select(['d.keep_until as keepUntil', 'd.width', 'd.height'])
    .select((row) =>
      row
        .selectFrom('sealed_document_views as l')
        .select((view) => view.fn.max('l.ends_at').as('ends_at'))
        .whereRef('l.document_id', '=', 'd.id')
        .where('l.staff_id', '=', viewer?.id ?? null)
        .where('l.ends_at', '>', sql<Date>`app_now()`)
        .as('viewEndsAt'),
    )
    .where('d.application_id', '=', applicationId)
    .where('d.replaced_at', 'is', null)
    .orderBy('d.accepted_at')
    .execute()
}

/** The view log of a document: who opened it, when and why, the latest first. */
export function listViews(
  documentId: string,
): Promise<{ staffId: string; reason: string; openedAt: Date; endsAt: Date }[]> {
  return db
    .selectFrom('sealed_document_views')
    .select(['staff_id as staffId', 'reason', 'opened_at as openedAt', 'ends_at as endsAt'])
    .where('document_id', '=', documentId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}

/** The picture, if the actor may see it at this moment. */
export async function readDocument(
  actor: Actor,
  documentId: string,
): Promise<Result<{ bytes: Buffer; contentType: string }, { kind: 'not_there' } | { kind: 'forbidden' }>> {
  const facts = actor ? await findDocumentFacts(documentId) : null
  if (!facts) return refuse({ kind: hasPermission(actor, 'documents.view') ? 'not_there' : 'forbidden' })
  const viewEndsAt = hasPermission(actor, 'documents.view') ? await findViewEnd(documentId, actor!.id) : null
  const verdict = canSeeDocument(actor, facts, viewEndsAt, now())
  if (!verdict.allowed) return refuse({ kind: 'forbidden' })
  const row = await db
    .selectFrom('sealed_documents')
    .select(['sealed_key', 'content_type'])
    .where('id', '=', documentId)
    .executeTakeFirst()
  const bytes = row?.sealed_key ? await openSealed(documentId, row.sealed_key) : null
  return bytes ? ok({ bytes, contentType: row!.content_type }) : refuse({ kind: 'not_there' })
}

async function findViewEnd(documentId: string, staffId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('sealed_document_views')
    .select('ends_at')
    .where('document_id', '=', documentId)
    .where('staff_id', '=', staffId)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ends_at ?? null
}
