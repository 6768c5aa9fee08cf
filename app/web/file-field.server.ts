import { findUploadStatus } from '#app/domain/applications/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { NOTHING_BESIDE } from '#app/domain/uploads/policy.ts'
import { findUpload } from '#app/domain/uploads/queries.server.ts'
import { acceptPlainFile } from '#app/domain/uploads/accept-plain-file.server.ts'
import { type UploadPurpose } from '#app/domain/uploads/limits.ts'
import { uploadRefusalText } from '#app/domain/uploads/upload.ts'
import { MAX_FILES, readForm } from './form-body.server.ts'

export type FileFieldRead =
  | { kind: 'none' }
  | { kind: 'upload'; uploadId: string }
  | { kind: 'refused'; message: string }

/** The maximum size of a posted form with files; larger files are uploaded in chunks. */
export const MAX_FORM_WITH_FILES = 26 * 1_048_576

/**
 * Reads an UploadField from a posted form: the upload that script sent before, or without script the file itself, which then becomes an
 * upload too.
 */
export async function readFileField(
  form: FormData,
  name: string,
  purpose: UploadPurpose,
  actor: Actor,
): Promise<FileFieldRead> {
  const file = form.get(name)
  // Browsers send an empty file field as an empty file without a name.
  if (file instanceof File && (file.size > 0 || file.name !== '')) {
    const status = actor ? await findUploadStatus(actor.id) : NOTHING_BESIDE
    const taken = await acceptPlainFile(actor, purpose, file, status)
    return taken.ok
      ? { kind: 'upload', uploadId: taken.value.uploadId }
      : { kind: 'refused', message: uploadRefusalText(taken.refusal) }
  }
  const uploadId = form.get(`${name}_upload`)
  if (typeof uploadId !== 'string' || uploadId === '') return { kind: 'none' }
  const known = actor && (await findUpload(actor.id, uploadId))
  return known ? { kind: 'upload', uploadId } : { kind: 'refused', message: 'This file has expired. Choose it again.' }
}

/** Reads a form that may carry files. Throws 413 if it is too large and 400 if it can't be read. */
export function readFormWithFiles(request: Request): Promise<FormData> {
  return readForm(request, { bytes: MAX_FORM_WITH_FILES, files: MAX_FILES, fileBytes: MAX_FORM_WITH_FILES })
}
