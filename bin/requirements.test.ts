import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Bearer, partsOf, readRequirements, roadmapOf, withRoadmap } from './requirements.ts'
import { ROOT } from './run.ts'

const REQUIREMENTS = [
  { id: 'PROF-07', area: 'profile', text: 'likes; comments' },
  { id: 'SUB-02', area: 'subscribe', text: 'notified once' },
]
const CLAUSES = [
  { id: 'PROF-07a', text: 'likes' },
  { id: 'PROF-07b', text: 'comments' },
]
const bearer = (title: string, counts = true): Bearer => ({ file: 'a.db.test.ts', title, counts })
const provenBy = (...titles: Bearer[]) =>
  partsOf(REQUIREMENTS, CLAUSES, titles)
    .filter(({ proven }) => proven)
    .map(({ id }) => id)

describe('the count of requirements', () => {
  test('is by clause: a bare id proves none of them, and one clause does not prove the other', () => {
    expect(provenBy(bearer('PROF-07 a like is kept'))).toEqual([])
    expect(provenBy(bearer('PROF-07a a like is kept'))).toEqual(['PROF-07a'])
    expect(provenBy(bearer('PROF-07a PROF-07b both'))).toEqual(['PROF-07a', 'PROF-07b'])
    expect(provenBy(bearer('SUB-02 is notified once'))).toEqual(['SUB-02'])
  })

  test('leaves out tests that use neither the database nor the built server', () => {
    expect(provenBy(bearer('PROF-07a a like is kept', false))).toEqual([])
  })

  test('throws on an unknown clause', () => {
    expect(() => provenBy(bearer('PROF-07z a like is kept'))).toThrow('PROF-07z, which is no clause')
    expect(() => partsOf(REQUIREMENTS, [{ id: 'PROF-99a', text: 'x' }], [])).toThrow('PROF-99a is a clause of no')
  })

  test('lists what is missing in plain language, by area', () => {
    expect(roadmapOf(partsOf(REQUIREMENTS, CLAUSES, [bearer('PROF-07b a comment is kept')]))).toBe(
      '- **profile**: likes (PROF-07a).\n- **subscribe**: notified once (SUB-02).',
    )
  })
})

test('the README’s roadmap lists what no test proves today (npm run coverage:requirements -- --write)', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  expect(readme).toBe(withRoadmap(readme, roadmapOf(readRequirements().parts)))
})

test('a requirement has either no clauses or several, lettered without a gap', () => {
  const { parts, requirements } = readRequirements()
  for (const { id } of requirements) {
    const clauses = parts.filter((part) => part.requirement === id && part.id !== id).map((part) => part.id)
    expect(clauses).toEqual(clauses.map((_, nth) => `${id}${String.fromCodePoint(97 + nth)}`))
  }
})
