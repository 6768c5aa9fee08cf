import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fitText, widthOf } from './pdf-text.ts'
import { writePdf } from './pdf.server.ts'

const madeAt = new Date('2026-11-21T09:00:00Z')
const page = (text: string) => ({ rules: [{ x: 40, y: 50, width: 100 }], texts: [{ x: 40, y: 60, size: 10, text }] })

describe('writePdf', () => {
  test('EARN-01 every object is at the offset in the file’s table', () => {
    const file = writePdf({ title: 'A (title)', author: 'Peach', madeAt, pages: [page('one'), page('two')] })
    const text = file.toString('latin1')
    expect(text.startsWith('%PDF-1.4')).toBe(true)
    const start = Number(/startxref\n(\d+)\n%%EOF/.exec(text)![1])
    expect(text.slice(start, start + 4)).toBe('xref')
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]))
    expect(offsets).toHaveLength(9)
    for (const [index, offset] of offsets.entries())
      expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\\n`))
  })

  test('EARN-01 typed text can’t end a string of the file and add commands', () => {
    const file = writePdf({ title: 'x', author: 'x', madeAt, pages: [page('a) Tj (b\\ \u2019\u{1f351}')] }).toString(
      'latin1',
    )
    const packed = /FlateDecode >>\nstream\n([\s\S]*?)\nendstream/.exec(file)![1]!
    const content = inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    expect(content).toContain('(a\\) Tj \\(b\\\\ \u0092?)')
  })

  test('the same pages give the same bytes', () => {
    const once = () => writePdf({ title: 'x', author: 'x', madeAt, pages: [page('one')] })
    expect(once().equals(once())).toBe(true)
  })
})

test('digits all have one width, so that columns of amounts line up, and long texts are cut to fit', () => {
  expect(widthOf('1,111', 10)).toBe(widthOf('8,888', 10))
  expect(widthOf('1,111', 10, true)).toBeCloseTo(widthOf('8,888', 10, true))
  expect(fitText('short', 100, 10)).toBe('short')
  expect(widthOf(fitText('a very long name of something that was sold', 80, 10), 10)).toBeLessThanOrEqual(80)
})
