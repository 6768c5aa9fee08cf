import type { ReactNode } from 'react'
import type { LegalSection, LegalView } from '#app/web/public/legal/legal-view.tsx'

/** One version covers all five documents: they refer to each other and change together. */
const LEGAL_VERSION = '1.0'
const LAST_UPDATED = '21 November 2026'

export type LegalFacts = { brandName: string; contactEmail: string }
export type LegalDocument = Parameters<typeof LegalView>[0]

/** A document in force, with the version that a person agrees to. */
export function legalDocument(title: string, summary: ReactNode, sections: LegalSection[]): LegalDocument {
  return {
    title,
    lastUpdated: LAST_UPDATED,
    summary: (
      <>
        <p>{summary}</p>
        <p className="text-muted">{`Version ${LEGAL_VERSION}, in force from ${LAST_UPDATED}`}</p>
      </>
    ),
    sections,
  }
}

export function MailLink({ address, subject }: { address: string; subject?: string }) {
  return <a href={`mailto:${address}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}>{address}</a>
}
