/** The documents that people accept, by the segment of their address. */
export const LEGAL_DOCUMENTS = ['terms', 'privacy', 'refunds', 'acceptable-use', 'creator-verification'] as const
export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number]

export type LegalVersion = {
  version: string
  /** ISO date. */
  inForceFrom: string
  /** Whether it changes something that is important to people: then everybody who accepted an older one is asked again. */
  material: boolean
}

const FIRST: LegalVersion = { version: '1.0', inForceFrom: '2026-11-21', material: true }

/** Every version that was ever in force, oldest first; the last one is in force. */
export const LEGAL_VERSIONS: Record<LegalDocumentName, readonly [LegalVersion, ...LegalVersion[]]> = {
  terms: [FIRST, { version: '1.1', inForceFrom: '2026-11-22', material: true }],
  privacy: [FIRST, { version: '1.1', inForceFrom: '2026-11-22', material: true }],
  refunds: [FIRST],
  'acceptable-use': [FIRST],
  'creator-verification': [FIRST],
}

/** What everybody with an account has accepted. The terms include the other rules. */
export const EVERYBODY_AGREES: readonly LegalDocumentName[] = ['terms', 'privacy']

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** "21 November 2026", from an ISO date. */
export function showLegalDate(isoDate: string): string {
  return day.format(new Date(`${isoDate}T00:00:00Z`))
}

export type Acceptance = { document: string; version: string }

export function currentVersion(document: LegalDocumentName): LegalVersion {
  return LEGAL_VERSIONS[document].at(-1)!
}

/**
 * What a person still has to accept: the documents for everybody and those they accepted once, unless they have accepted the last
 * material version or a later one.
 */
export function documentsOwed(
  accepted: readonly Acceptance[],
  versions: Record<LegalDocumentName, readonly LegalVersion[]> = LEGAL_VERSIONS,
): LegalDocumentName[] {
  return LEGAL_DOCUMENTS.filter((document) => {
    const own = accepted.filter((acceptance) => acceptance.document === document).map(({ version }) => version)
    if (own.length === 0) return EVERYBODY_AGREES.includes(document)
    const known = versions[document]
    const needed = known.findLastIndex((version) => version.material)
    return !own.some((version) => known.findIndex((one) => one.version === version) >= needed)
  })
}
