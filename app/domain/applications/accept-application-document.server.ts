import { DOCUMENT_KINDS, type DocumentKind } from '#app/domain/documents/document.ts'
import { acceptDocument } from '#app/domain/documents/accept-document.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { db } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { readApplication } from './internal/application-row.server.ts'
import { canChangeApplication } from './policy.ts'
import { stepFor, requiredDocuments } from './steps.ts'
import type { FileRefusal } from './accept-profile-picture.server.ts'

/** Seals a finished upload as a document of the person's own application, while it may be filled in. Safe to run twice. */
export async function acceptApplicationDocument(
  actor: Actor,
  kind: DocumentKind,
  uploadId: string,
): Promise<Result<{ documentId: string }, FileRefusal | { kind: 'documents_are_off' }>> {
  const application = actor && (await readApplication(db, actor.id))
  const verdict = canChangeApplication(actor, application)
  if (!verdict.allowed || !actor)
    return refuse({ kind: 'not_permitted', reason: verdict.allowed ? 'no_user_logged_in' : verdict.reason })
  if (!application || stepFor('verification', application) !== 'verification') return refuse({ kind: 'not_yet' })
  if (!requiredDocuments(application, DOCUMENT_KINDS).includes(kind)) return refuse({ kind: 'not_yet' })
  return acceptDocument(actor, { applicationId: application.id, kind, uploadId })
}
