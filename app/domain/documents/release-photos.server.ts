import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { documentsAreOn } from '#app/domain/media/picture-tools.server.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import { rewritePhoto } from '#app/domain/media/rewrite-photo.server.ts'
import { db, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { DOCUMENT_EDGE, KEEP_DAYS } from './document.ts'
import { destroyKeys } from './internal/destroy.server.ts'
import { recordDocument, type SealedPicture, sealPicture } from './internal/record-document.server.ts'
import { removeSealed } from './internal/vault.server.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'

/**
 * Seals the identity photo of somebody who has no account. It is nobody's until `recordReleasePhoto` has run in the transaction of the
 * signature; `discardReleasePhoto` deletes it where that doesn't happen.
 */
export async function sealReleasePhoto(
  bytes: Uint8Array,
): Promise<Result<SealedPicture, PhotoRefusal | { kind: 'documents_are_off' }>> {
  if (!(await documentsAreOn())) return refuse({ kind: 'documents_are_off' })
  const clean = await rewritePhoto(bytes, DOCUMENT_EDGE, { alone: true })
  return clean.ok ? ok(await sealPicture(clean.value)) : clean
}

export function recordReleasePhoto(tx: Tx, photo: SealedPicture, releaseId: string): Promise<void> {
  return recordDocument(tx, photo, { kind: 'identity_document', ownerId: null, applicationId: null, releaseId })
}

export function discardReleasePhoto(photo: SealedPicture): Promise<void> {
  return removeSealed(photo.documentId)
}

/** Destroys the photo of a release that is asked again or taken back; the scheduled task deletes its bytes. */
export async function destroyReleasePhoto(tx: Tx, releaseId: string): Promise<void> {
  await destroyKeys(tx, 'release_id', releaseId)
}

/** Sets the end of photos whose post is decided, as of an application's documents. */
export async function limitReleasePhotos(tx: Tx, releaseIds: readonly string[]): Promise<void> {
  if (releaseIds.length === 0) return
  await tx
    .updateTable('sealed_documents')
    .set({ keep_until: sql<Date>`least(keep_until, app_now() + make_interval(days => ${KEEP_DAYS.decided}))` })
    .where('release_id', 'in', releaseIds)
    .where('destroyed_at', 'is', null)
    .execute()
}

export type { SealedPicture }

export type ReleasePhoto = {
  documentId: string
  releaseId: string
  destroyed: boolean
  width: number
  height: number
  /** Until when this viewer's own view is open; null where none is. */
  viewEndsAt: Date | null
}

/** The identity photos of these releases, the newest of each, without their bytes; none for whoever may not open them. */
export async function listReleasePhotos(viewer: Actor, releaseIds: readonly string[]): Promise<ReleasePhoto[]> {
  if (!hasPermission(viewer, 'documents.view') || releaseIds.length === 0) return []
  const { rows } = await sql<ReleasePhoto>`
    select distinct on (d.release_id) d.id as "documentId", d.release_id as "releaseId", d.destroyed_at is not null as destroyed, d.width, d.height,
      (select max(v.ends_at) from sealed_document_views v
        where v.document_id = d.id and v.staff_id = ${viewer!.id} and v.ends_at > app_now()) as "viewEndsAt"
    from sealed_documents d where d.release_id = any(${releaseIds}::uuid[])
    order by d.release_id, d.accepted_at desc`.execute(db)
  return rows
}
