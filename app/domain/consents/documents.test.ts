import { describe, expect, test } from 'vitest'
import {
  currentVersion,
  documentsOwed,
  LEGAL_DOCUMENTS,
  LEGAL_VERSIONS,
  type LegalVersion,
  showLegalDate,
} from './documents.ts'

const version = (name: string, material: boolean): LegalVersion => ({
  version: name,
  inForceFrom: '2026-11-21',
  material,
})

describe('what a person still has to accept', () => {
  test('LEGAL-01 everybody accepts terms and privacy, and only the other documents that concern them', () => {
    expect(documentsOwed([])).toEqual(['terms', 'privacy'])
    expect(documentsOwed([{ document: 'terms', version: currentVersion('terms').version }])).toEqual(['privacy'])
  })

  test('LEGAL-01 a version with a material change must be accepted again, a spelling correction not', () => {
    const versions = {
      ...LEGAL_VERSIONS,
      terms: [version('1.0', true), version('1.1', false)],
      privacy: [version('1.0', true), version('2.0', true), version('2.1', false)],
      'creator-verification': [version('1.0', true), version('2.0', true)],
    }
    const first = [
      { document: 'terms', version: '1.0' },
      { document: 'privacy', version: '1.0' },
      { document: 'creator-verification', version: '1.0' },
    ]
    expect(documentsOwed(first, versions)).toEqual(['privacy', 'creator-verification'])
    expect(documentsOwed([...first, { document: 'privacy', version: '2.0' }], versions)).toEqual([
      'creator-verification',
    ])
  })

  test('an unknown version is ignored', () => {
    expect(
      documentsOwed([
        { document: 'terms', version: '9.9' },
        { document: 'privacy', version: currentVersion('privacy').version },
      ]),
    ).toEqual(['terms'])
  })

  test('versions rise, have a date, and the first one is material', () => {
    for (const document of LEGAL_DOCUMENTS) {
      const versions = LEGAL_VERSIONS[document]
      expect(versions[0].material).toBe(true)
      const numbers = versions.map((one) => Number(one.version))
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
      for (const one of versions) expect(one.inForceFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(currentVersion(document)).toBe(versions.at(-1))
    }
    expect(showLegalDate('2026-11-21')).toBe('21 November 2026')
  })
})
