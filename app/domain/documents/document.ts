import type { UploadPurpose } from '#app/domain/uploads/limits.ts'

/** Identity documents. Only reviewers see them, each view with a reason and for two minutes. */
export const DOCUMENT_KINDS = ['selfie', 'identity_document', 'proof_of_address'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const DOCUMENT_UPLOADS: Readonly<Record<DocumentKind, UploadPurpose>> = {
  selfie: 'verification_selfie',
  identity_document: 'identity_document',
  proof_of_address: 'proof_of_address',
}

/** Small print must stay readable. */
export const DOCUMENT_EDGE = 2_000
export const VIEW_MINUTES = 2
/** How long a document is kept: undecided, and after the decision. */
export const KEEP_DAYS = { undecided: 90, decided: 30 } as const
export const REASON_LENGTH = { min: 5, max: 300 } as const
