import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { documentsAreOn } from '#app/domain/media/picture-tools.server.ts'
import { rewritePhoto } from '#app/domain/media/rewrite-photo.server.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import { cancelUpload } from '#app/domain/uploads/cancel-upload.server.ts'
import {
  dropUploadedFile,
  finishedUpload,
  readUploadedFile,
  acceptedAs,
  acceptUpload,
} from '#app/domain/uploads/finished-upload.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { DOCUMENT_EDGE, DOCUMENT_UPLOADS, type DocumentKind, KEEP_DAYS } from './document.ts'
import { destroyKey, removeDestroyed } from './internal/destroy.server.ts'
import { putSealed, removeSealed, vaultKey } from './internal/vault.server.ts'

type Picture = { bytes: Uint8Array; width: number; height: number }
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
  const clean = await rewritePhoto(await readUploadedFile(upload), DOCUMENT_EDGE, { alone: true })
  if (!clean.ok) {
    await cancelUpload(owner.id, given.uploadId)
    return refuse(clean.refusal)
  }
  const { jpeg: bytes, width, height } = clean.value
  const documentId = newId()
  const sealedKey = await putSealed(documentId, bytes)
  const first = await inTransaction(async (tx) => {
    if (!(await acceptUpload(tx, given.uploadId, documentId))) return false
    await replaceEarlier(tx, given)
    await save(tx, { documentId, ownerId: owner.id, sealedKey, ...given }, { bytes, width, height })
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
  for (const { id } of earlier) await destroyKey(tx, id)
}

async function save(
  tx: Tx,
  made: NewDocument & { documentId: string; ownerId: string; sealedKey: string },
  picture: Picture,
): Promise<void> {
  const { documentId, ownerId, applicationId, kind } = made
  await tx
    .insertInto('sealed_documents')
    .values({
      id: documentId,
      owner_id: ownerId,
      application_id: applicationId,
      kind,
      content_type: 'image/jpeg',
      byte_size: BigInt(picture.bytes.length),
      content_sha256: createHash('sha256').update(picture.bytes).digest(),
      width: picture.width,
      height: picture.height,
      storage_key: vaultKey(documentId),
      sealed_key: made.sealedKey,
      keep_until: addDays(now(), KEEP_DAYS.undecided),
    })
    .execute()
  await publish(tx, {
    actorId: ownerId,
    event: 'document_sealed',
    objectId: documentId,
    detail: { kind, applicationId },
  })
}
