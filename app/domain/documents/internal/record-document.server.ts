import { createHash } from 'node:crypto'
import { publish } from '#app/domain/events/publish.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { type DocumentKind, KEEP_DAYS } from '../document.ts'
import { putSealed, vaultKey } from './vault.server.ts'

export type SealedPicture = { documentId: string; sealedKey: string; bytes: Uint8Array; width: number; height: number }

/** Encrypts a picture in the store; without a row it is nobody's. */
export async function sealPicture(picture: {
  jpeg: Uint8Array
  width: number
  height: number
}): Promise<SealedPicture> {
  const documentId = newId()
  const { jpeg: bytes, width, height } = picture
  return { documentId, sealedKey: await putSealed(documentId, bytes), bytes, width, height }
}

type Whose =
  | { ownerId: string; applicationId: string; releaseId: null }
  | { ownerId: null; applicationId: null; releaseId: string }

/** Records a sealed picture, in the caller's transaction. What belongs to a release can be seen by reviewers alone from the start. */
export async function recordDocument(
  tx: Tx,
  { documentId, sealedKey, bytes, width, height }: SealedPicture,
  { kind, ...whose }: Whose & { kind: DocumentKind },
): Promise<void> {
  const { ownerId, applicationId, releaseId } = whose
  await tx
    .insertInto('sealed_documents')
    .values({
      id: documentId,
      owner_id: ownerId,
      application_id: applicationId,
      release_id: releaseId,
      kind,
      content_type: 'image/jpeg',
      byte_size: BigInt(bytes.length),
      content_sha256: createHash('sha256').update(bytes).digest(),
      width,
      height,
      storage_key: vaultKey(documentId),
      sealed_key: sealedKey,
      submitted_at: releaseId === null ? null : now(),
      keep_until: addDays(now(), KEEP_DAYS.undecided),
    })
    .execute()
  await publish(tx, {
    actorId: ownerId,
    event: 'document_sealed',
    objectId: documentId,
    detail: { kind, ...(releaseId ? { releaseId } : { applicationId }) },
  })
}
