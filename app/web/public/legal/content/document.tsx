import type { ReactNode } from 'react'
import { currentVersion, type LegalDocumentName, showLegalDate } from '#app/domain/consents/documents.ts'
import type { LegalSection, LegalView } from '#app/web/public/legal/legal-view.tsx'

/** What the documents can't know by themselves: the name in force, where to write to, and what the owner has set. */
export type LegalFacts = {
  brandName: string
  contactEmail: string
  /** Ready to read, such as "UGX 60,000". */
  creatorFee: string
  minimumPayout: string
  /** In percent. */
  platformFee: number
}
export type LegalDocument = Parameters<typeof LegalView>[0]

/** A document in force, with the version that a person agrees to. */
export function legalDocument(
  title: string,
  summary: ReactNode,
  sections: LegalSection[],
  name: LegalDocumentName = 'terms',
): LegalDocument {
  const { version, inForceFrom } = currentVersion(name)
  const from = showLegalDate(inForceFrom)
  return {
    title,
    lastUpdated: from,
    summary: (
      <>
        <p>{summary}</p>
        <p className="text-muted">{`Version ${version}, in force from ${from}`}</p>
      </>
    ),
    sections,
  }
}

export function MailLink({ address, subject }: { address: string; subject?: string }) {
  return <a href={`mailto:${address}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}>{address}</a>
}
