import { deflateSync } from 'node:zlib'
import { charOf, widthOf } from './pdf-text.ts'

/** One text on a page. `x` and `y` in points from the top left corner; `right` ends at `x` instead of beginning there. */
export type PdfText = { x: number; y: number; size: number; text: string; bold?: boolean; right?: boolean }
export type PdfRule = { x: number; y: number; width: number }
export type PdfPage = { texts: PdfText[]; rules: PdfRule[] }

/** A4. */
export const PAGE = { width: 595, height: 842 } as const

/**
 * Writes pages of text as PDF 1.4 with the two Helveticas that every reader has (docs/decisions/0016). Letters that these don't have
 * become a question mark. The same pages give the same bytes.
 */
export function writePdf(document: { title: string; author: string; madeAt: Date; pages: readonly PdfPage[] }): Buffer {
  const { pages } = document
  const firstPage = 6
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')
  const objects: Buffer[] = [
    object(`<< /Type /Catalog /Pages 2 0 R /Lang (en) >>`),
    object(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    object('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    object('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>'),
    object(
      `<< /Title ${literal(document.title)} /Author ${literal(document.author)} /CreationDate (D:${stamp(document.madeAt)}Z) >>`,
    ),
  ]
  for (const [index, page] of pages.entries()) {
    objects.push(
      object(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
      ),
      stream(page),
    )
  }
  return assemble(objects)
}

function assemble(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]!.length
  for (const [index, body] of objects.entries()) {
    offsets.push(length)
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    parts.push(whole)
    length += whole.length
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

function stream(page: PdfPage): Buffer {
  const rules = page.rules.map(
    (rule) => `${point(rule.x)} ${point(PAGE.height - rule.y)} ${point(rule.width)} 0.6 re f`,
  )
  const texts = page.texts.map((one) => {
    const x = one.right ? one.x - widthOf(one.text, one.size, one.bold) : one.x
    return `BT /${one.bold ? 'F2' : 'F1'} ${one.size} Tf ${point(x)} ${point(PAGE.height - one.y)} Td ${literal(one.text)} Tj ET`
  })
  const packed = deflateSync(Buffer.from([...rules, ...texts].join('\n'), 'latin1'))
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

function object(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** A string of the PDF format, in its one-byte alphabet. */
function literal(text: string): string {
  const bytes = Array.from(text, charOf).join('')
  return `(${bytes.replaceAll(/[\\()]/g, (char) => `\\${char}`)})`
}

function stamp(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(/\D/g, '')
}

function point(value: number): string {
  return (Math.round(value * 100) / 100).toString()
}
