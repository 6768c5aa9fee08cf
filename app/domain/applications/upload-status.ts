import { DOCUMENT_KINDS, DOCUMENT_UPLOADS } from '#app/domain/documents/document.ts'
import { NOTHING_BESIDE, type UploadStatus } from '#app/domain/uploads/policy.ts'
import { type StepFacts, stepFor, requiredDocuments } from './steps.ts'

/**
 * What a person may upload at this point of an application: the files of the pages that are open for editing. Creators upload files of
 * posts.
 */
export function uploadStatus(application: StepFacts | null): UploadStatus {
  if (!application) return NOTHING_BESIDE
  const papers = stepFor('verification', application) === 'verification'
  return {
    posts: application.state === 'approved' || stepFor('first_post', application) === 'first_post',
    documents: papers ? requiredDocuments(application, DOCUMENT_KINDS).map((kind) => DOCUMENT_UPLOADS[kind]) : [],
  }
}
