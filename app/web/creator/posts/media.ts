import { acceptFile } from '#app/domain/posts/accept-file.server.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { readForm } from '#app/web/form-body.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { fileRefusalText } from './texts.ts'
import { textIn, writerOf } from './typed-form.ts'
import type { Route } from './+types/media.ts'

// Called by script, while the form beside it is being filled in.
export const handle = {
  audience: 'creators',
  policy: { POST: 'signed_in' },
  renewsSession: false,
} satisfies RouteHandle

/** Adds an uploaded file to a draft. Answers with what went wrong in a sentence, or with the medium. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const person = context.get(personContext)
  const form = await readForm(request)
  const kind = textIn(form, 'kind')
  if (!isFileKind(kind)) return Response.json({ message: fileRefusalText({ kind: 'upload_missing' }) }, { status: 400 })
  const file = { uploadId: textIn(form, 'upload'), kind, name: textIn(form, 'name'), before: textIn(form, 'before') }
  const accepted = await acceptFile(person, params.postId, file, writerOf(form))
  return accepted.ok
    ? Response.json({ mediaId: accepted.value.mediaId })
    : Response.json({ message: fileRefusalText(accepted.refusal) }, { status: 422 })
}

function isFileKind(text: string): text is FileKind {
  return text === 'photo' || text === 'video' || text === 'voice'
}
