import { DOCUMENT_KINDS, DOCUMENT_UPLOADS } from '#app/domain/documents/document.ts'
import { NOTHING_BESIDE, type UploadStatus } from '#app/domain/uploads/policy.ts'
import { type StepFacts, stepFor, wantedDocuments } from './steps.ts'

/** What may be sent at this point of an application: the files of the pages that may be filled in now. Creators send files of posts. */
export function uploadStatus(application: StepFacts | null): UploadStatus {
  if (!application) return NOTHING_BESIDE
  const papers = stepFor('verification', application) === 'verification'
  return {
    posts: application.state === 'approved' || stepFor('first_post', application) === 'first_post',
    documents: papers ? wantedDocuments(application, DOCUMENT_KINDS).map((kind) => DOCUMENT_UPLOADS[kind]) : [],
  }
}
