import { readFile } from 'node:fs/promises'
import { db, type Tx } from '#app/platform/db.server.ts'
import { finishUpload } from './finish-upload.server.ts'
import { arrivedBytes, dropSpooled, spoolPath } from './internal/spool.server.ts'
import { findUpload } from './queries.server.ts'
import type { UploadPurpose } from './limits.ts'

/** A completely uploaded file: its path, or what was made of it. */
export type FinishedUpload =
  | { kind: 'file'; id: string; path: string; sizeBytes: number }
  | { kind: 'accepted'; as: string }

/**
 * The file that this owner uploaded for this purpose. Null where there is none, or it isn't complete, or its content isn't what was
 * announced.
 */
export async function finishedUpload(
  ownerId: string,
  uploadId: string,
  purpose: UploadPurpose,
): Promise<FinishedUpload | null> {
  const upload = await findUpload(ownerId, uploadId)
  if (!upload || upload.purpose !== purpose) return null
  if (upload.state === 'accepted') return { kind: 'accepted', as: upload.acceptedAs! }
  // A server that was killed after the last byte had no time to record it.
  if (upload.state === 'open' && !(await finishUpload(ownerId, uploadId)).ok) return null
  if ((await arrivedBytes(uploadId)) !== upload.sizeBytes) return null
  return { kind: 'file', id: uploadId, path: spoolPath(uploadId), sizeBytes: upload.sizeBytes }
}

/** The bytes of a finished file, for files small enough to be processed in memory. */
export function readUploadedFile(file: Extract<FinishedUpload, { kind: 'file' }>): Promise<Uint8Array> {
  return readFile(file.path)
}

/** Records in the caller's transaction what a file was used for. False where another caller took it first. */
export async function acceptUpload(tx: Tx, uploadId: string, acceptedAs: string): Promise<boolean> {
  const taken = await tx
    .updateTable('uploads')
    .set({ state: 'accepted', accepted_as: acceptedAs })
    .where('id', '=', uploadId)
    .where('state', '=', 'finished')
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** What another caller used a file for. */
export async function acceptedAs(uploadId: string): Promise<string | null> {
  const row = await db.selectFrom('uploads').select('accepted_as').where('id', '=', uploadId).executeTakeFirst()
  return row?.accepted_as ?? null
}

/** Deletes the bytes, once they are stored elsewhere. */
export function dropUploadedFile(uploadId: string): Promise<void> {
  return dropSpooled(uploadId)
}
