import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { documentsAreOn } from '#app/domain/media/picture-tools.server.ts'
import { rewritePhoto } from '#app/domain/media/rewrite-photo.server.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import { cancelUpload } from '#app/domain/uploads/cancel-upload.server.ts'
import { UPLOAD_PLANS } from '#app/domain/uploads/limits.ts'
import {
  dropUploadedFile,
  finishedUpload,
  readUploadedFile,
  acceptedAs,
  acceptUpload,
} from '#app/domain/uploads/finished-upload.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { DOCUMENT_EDGE, DOCUMENT_UPLOADS, type DocumentKind } from './document.ts'
import { destroyKeys, removeDestroyed } from './internal/destroy.server.ts'
import { recordDocument, sealPicture } from './internal/record-document.server.ts'
import { removeSealed } from './internal/vault.server.ts'

export type NewDocument = { applicationId: string; kind: DocumentKind; uploadId: string }

/**
 * Seals a finished upload as a document of its owner's application and destroys an earlier one of that kind. The caller has checked that
 * the application is this person's and open. A second call with the same upload returns the same document. `documents_are_off`: this
 * machine has no sandbox to decode it in.
 */
export async function acceptDocument(
  owner: Person,
  given: NewDocument,
): Promise<Result<{ documentId: string }, PhotoRefusal | { kind: 'upload_missing' } | { kind: 'documents_are_off' }>> {
  if (!(await documentsAreOn())) return refuse({ kind: 'documents_are_off' })
  const upload = await finishedUpload(owner.id, given.uploadId, DOCUMENT_UPLOADS[given.kind])
  if (!upload) return refuse({ kind: 'upload_missing' })
  if (upload.kind === 'accepted') return ok({ documentId: upload.as })
  const clean = await rewritePhoto(await readUploadedFile(upload), DOCUMENT_EDGE, {
    alone: true,
    orPdf: UPLOAD_PLANS[DOCUMENT_UPLOADS[given.kind]].orPdf ?? false,
  })
  if (!clean.ok) {
    await cancelUpload(owner.id, given.uploadId)
    return refuse(clean.refusal)
  }
  const sealed = await sealPicture(clean.value)
  const { documentId } = sealed
  const first = await inTransaction(async (tx) => {
    if (!(await acceptUpload(tx, given.uploadId, documentId))) return false
    await replaceEarlier(tx, given)
    const { applicationId, kind } = given
    await recordDocument(tx, sealed, { kind, ownerId: owner.id, applicationId, releaseId: null })
    return true
  })
  if (!first) {
    await removeSealed(documentId)
    const other = await acceptedAs(given.uploadId)
    return other === null ? refuse({ kind: 'upload_missing' }) : ok({ documentId: other })
  }
  await dropUploadedFile(given.uploadId)
  await removeDestroyed()
  return ok({ documentId })
}

async function replaceEarlier(tx: Tx, { applicationId, kind }: NewDocument): Promise<void> {
  await advisoryLock(tx, `documents of ${applicationId}`)
  const earlier = await tx
    .updateTable('sealed_documents')
    .set({ replaced_at: sql<Date>`app_now()` })
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .where('replaced_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of earlier) await destroyKeys(tx, 'id', id)
}
