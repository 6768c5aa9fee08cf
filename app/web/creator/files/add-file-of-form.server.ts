import type { Person } from '#app/domain/identity/actor.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { readFileField } from '#app/web/file-field.server.ts'

/** Adds the file of a form without script by `add`, which returns what refused it. Returns why none was added; null where it was. */
export async function addFileOfForm(
  creator: Person,
  form: FormData,
  kind: FileKind,
  add: (uploadId: string) => Promise<string | null>,
): Promise<string | null> {
  const read = await readFileField(form, 'file', `post_${kind}`, creator)
  if (read.kind === 'refused') return read.message
  return read.kind === 'none' ? 'Choose a file first' : add(read.uploadId)
}
