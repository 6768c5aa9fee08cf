import { sql } from 'kysely'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#app/domain/documents/document.ts'
import { listDocumentsOf } from '#app/domain/documents/queries.server.ts'
import { creatorEarnedSince } from '#app/domain/ledger/queries.server.ts'
import type { UploadStatus } from '#app/domain/uploads/policy.ts'
import { db } from '#app/platform/db.server.ts'
import { readDraft, type Typed } from './draft.ts'
import { type ApplicationRow, readApplication } from './internal/application-row.server.ts'
import { type WizardStep, requiredDocuments } from './steps.ts'
import { uploadStatus } from './upload-status.ts'

export type Application = ApplicationRow

/** How far a person is in becoming a creator; null if they haven't begun. */
export function findApplicationOf(profileId: string): Promise<Application | null> {
  return readApplication(db, profileId)
}

/** Which files a person may upload, by their application or their creator page. */
export async function findUploadStatus(profileId: string): Promise<UploadStatus> {
  return uploadStatus(await readApplication(db, profileId))
}

export type StepDraft = { typed: Typed; version: number; savedAt: Date | null }

/** What was typed in a step and not yet accepted. */
export async function findStepDraft(applicationId: string | null, step: WizardStep): Promise<StepDraft> {
  const row =
    applicationId === null
      ? undefined
      : await db
          .selectFrom('application_drafts')
          .select(['typed', 'version', 'saved_at'])
          .where('application_id', '=', applicationId)
          .where('step', '=', step)
          .executeTakeFirst()
  return { typed: readDraft(step, row?.typed), version: row?.version ?? 0, savedAt: row?.saved_at ?? null }
}

export type PostFile = {
  kind: 'photo' | 'video'
  mediaId: string
  state: 'processing' | 'ready' | 'failed'
  byteSize: number
}

/** The file that will become the first post. */
export async function findPostFile(application: Application): Promise<PostFile | null> {
  const mediaId = application.firstPost?.mediaId
  if (!mediaId) return null
  const row = await db
    .selectFrom('media')
    .select(['kind', 'state', 'byte_size'])
    .where('id', '=', mediaId)
    .executeTakeFirst()
  if (!row || row.kind === 'voice') return null
  return {
    kind: row.kind,
    mediaId,
    state: row.state,
    byteSize: Number(row.byte_size),
  }
}

/** `accepted`: submitted before and not requested again; `ready`: uploaded, and part of the next submission. */
export type DocumentStatus = {
  kind: DocumentKind
  state: 'missing' | 'ready' | 'accepted'
  picture: { documentId: string; width: number; height: number } | null
}

/** Each document of an application and whether it still has to be uploaded. The caller shows it to the applicant alone. */
export async function listDocumentStatuses(application: Application): Promise<DocumentStatus[]> {
  const documents = await listDocumentsOf(application.id)
  const wanted = requiredDocuments(application, DOCUMENT_KINDS)
  return DOCUMENT_KINDS.map((kind): DocumentStatus => {
    if (!wanted.includes(kind)) return { kind, state: 'accepted', picture: null }
    const fresh = documents.find((one) => one.kind === kind && one.submittedAt === null && one.destroyedAt === null)
    if (!fresh) return { kind, state: 'missing', picture: null }
    return { kind, state: 'ready', picture: { documentId: fresh.id, width: fresh.width, height: fresh.height } }
  })
}

/** What the dashboard shows first: money earned, subscribers with access now, published posts. */
export async function findFirstFigures(
  profileId: string,
): Promise<{ earnedMinor: bigint; subscribers: number; posts: number }> {
  const [earnedMinor, creator, { rows }] = await Promise.all([
    creatorEarnedSince(profileId, new Date(0)),
    findCreatorById(profileId),
    sql<{ posts: number }>`
      select count(*)::int as posts from posts where creator_id = ${profileId} and state = 'published'`.execute(db),
  ])
  return { earnedMinor, subscribers: creator?.subscribers ?? 0, posts: rows[0]!.posts }
}
