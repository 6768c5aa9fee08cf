import { findUploadStatus } from '#app/domain/applications/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { NOTHING_BESIDE } from '#app/domain/uploads/policy.ts'
import { findUpload } from '#app/domain/uploads/queries.server.ts'
import { acceptPlainFile } from '#app/domain/uploads/accept-plain-file.server.ts'
import { type UploadPurpose, uploadRefusalText } from '#app/domain/uploads/upload.ts'
import { MOST_FILES, readForm } from './form-body.server.ts'

export type FileFieldRead =
  | { kind: 'none' }
  | { kind: 'upload'; uploadId: string }
  | { kind: 'refused'; message: string }

/** What a posted form with files may weigh as a whole; larger ones come piece by piece. */
export const MOST_FORM_WITH_FILES = 26 * 1_048_576

/**
 * Reads an UploadField out of a posted form: the upload that the browser sent before, or the file itself where no script has run, which
 * then becomes an upload too.
 */
export async function readFileField(
  form: FormData,
  name: string,
  purpose: UploadPurpose,
  actor: Actor,
): Promise<FileFieldRead> {
  const file = form.get(name)
  // An untouched file field is sent as a nameless empty file.
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
  return known
    ? { kind: 'upload', uploadId }
    : { kind: 'refused', message: 'This file has waited too long. Choose it once more.' }
}

/** Reads a form that may carry files. Throws a 413 for one that is too heavy and a 400 for one that can't be read. */
export function readFormWithFiles(request: Request): Promise<FormData> {
  return readForm(request, { bytes: MOST_FORM_WITH_FILES, files: MOST_FILES, fileBytes: MOST_FORM_WITH_FILES })
}
