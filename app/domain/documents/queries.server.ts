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
  const row = await db
    .selectFrom('sealed_documents')
    .select(['owner_id', 'submitted_at', 'replaced_at', 'destroyed_at'])
    .where('id', '=', documentId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ownerId: row.owner_id,
    submittedAt: row.submitted_at,
    replacedAt: row.replaced_at,
    destroyedAt: row.destroyed_at,
  }
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
export async function listDocumentsOf(applicationId: string, viewer: Actor = null): Promise<DocumentListed[]> {
  const rows = await db
    .selectFrom('sealed_documents as d')
    .select([
      'd.id',
      'd.kind',
      'd.accepted_at',
      'd.submitted_at',
      'd.destroyed_at',
      'd.keep_until',
      'd.width',
      'd.height',
    ])
    .select((row) =>
      row
        .selectFrom('sealed_document_views as l')
        .select((view) => view.fn.max('l.ends_at').as('ends_at'))
        .whereRef('l.document_id', '=', 'd.id')
        .where('l.staff_id', '=', viewer?.id ?? null)
        .where('l.ends_at', '>', sql<Date>`app_now()`)
        .as('view_ends_at'),
    )
    .where('d.application_id', '=', applicationId)
    .where('d.replaced_at', 'is', null)
    .orderBy('d.accepted_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    takenAt: row.accepted_at,
    submittedAt: row.submitted_at,
    destroyedAt: row.destroyed_at,
    keepUntil: row.keep_until,
    width: row.width,
    height: row.height,
    viewEndsAt: row.view_ends_at,
  }))
}

/** The view log of a document: who opened it, when and why, the latest first. */
export async function listViews(
  documentId: string,
): Promise<{ staffId: string; reason: string; openedAt: Date; endsAt: Date }[]> {
  const rows = await db
    .selectFrom('sealed_document_views')
    .select(['staff_id', 'reason', 'opened_at', 'ends_at'])
    .where('document_id', '=', documentId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    staffId: row.staff_id,
    reason: row.reason,
    openedAt: row.opened_at,
    endsAt: row.ends_at,
  }))
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
