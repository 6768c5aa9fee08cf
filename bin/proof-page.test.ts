import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Proven, writeProofPage } from './proof-page.ts'

const ROOT = join(import.meta.dirname, '..')
const proven = JSON.parse(readFileSync(join(ROOT, 'tests/proof/proven.json'), 'utf8')) as Proven

function pageOf(shown: Proven): string {
  const folder = mkdtempSync(join(tmpdir(), 'proof-page-'))
  try {
    writeProofPage(join(folder, 'proof.md'), shown, { node: 'v24', processors: 2 })
    return readFileSync(join(folder, 'proof.md'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const rowsOf = (page: string) => page.split('\n').filter((line) => line.startsWith('| '))

test('docs/proof.md shows what tests/proof/proven.json holds, and every figure of it is known', () => {
  const rows = rowsOf(pageOf(proven))
  expect(rows.join('\n')).not.toMatch(/NaN|undefined/)
  expect(rowsOf(readFileSync(join(ROOT, 'docs/proof.md'), 'utf8'))).toEqual(rows)
})

test('a proof without a full run, in pieces, or that did not hold says so', () => {
  expect(rowsOf(pageOf({})).slice(2)).toSatisfy((rows: string[]) =>
    rows.every((row) => row.includes('no full run yet')),
  )
  const { 'rest/planted-bugs': planted, 'rest/races': races } = proven
  const page = pageOf({ 'rest/planted-bugs': { ...planted!, held: false }, 'rest/races': races! })
  expect(page).toContain(`| **no** | ${planted!.on} | ${planted!.commit} | ${planted!.minutes} |`)
  expect(page).toContain('**1 of 2 pieces**: ')
})
