import type { EarningsStatement } from '#app/domain/earnings/statement.ts'
import { totalOf } from '#app/domain/earnings/statement.ts'
import { showDate } from '#app/platform/dates.ts'
import { fitText } from '#app/platform/pdf-text.ts'
import { PAGE, type PdfPage, writePdf } from '#app/platform/pdf.server.ts'
import { showPeriod, signed } from './amounts.ts'
import { closingParts, type Parties, statementSums, type StatementRow, takenRows } from './statement-rows.ts'

const LEFT = 40
const RIGHT = PAGE.width - LEFT
const LINE = 14
const FIRST = 150
const LAST = PAGE.height - 60
const COLUMNS = { message: 104, textWidth: 120, reference: 230, gross: 388, fee: 444, net: 500, balance: RIGHT }

export type PdfFacts = { brandName: string; madeAt: Date }
type Shown = {
  statement: EarningsStatement
  rows: readonly StatementRow[]
  taken: { feeMinor: bigint; taxMinor: bigint }
  parties: Parties
}

/** The statement as a PDF: totals on the first page, then all transactions. */
export function statementPdf({ statement, rows, taken, parties }: Shown, facts: PdfFacts): Buffer {
  const pages: PdfPage[] = []
  let y = Infinity
  const page = () => pages.at(-1)!
  const turn = () => {
    pages.push(pageHead(statement, parties, facts))
    y = FIRST
  }
  turn()
  for (const sum of [...statementSums(statement), ...closingParts(statement), ...takenRows(taken)]) {
    const bold = 'strong' in sum && sum.strong === true
    page().texts.push({ x: LEFT, y, size: 10, text: sum.message, bold })
    page().texts.push({ x: RIGHT, y, size: 10, text: signed(sum.amountMinor), bold, right: true })
    y += LINE + 2
  }
  y += LINE
  lineHead(page(), y)
  y += LINE + 4
  for (const row of rows) {
    if (y > LAST) {
      turn()
      lineHead(page(), y)
      y += LINE + 4
    }
    page().texts.push(...lineTexts(row, y))
    y += LINE
  }
  for (const [index, one] of pages.entries())
    one.texts.push({
      x: RIGHT,
      y: PAGE.height - 34,
      size: 8,
      text: `Page ${index + 1} of ${pages.length}`,
      right: true,
    })
  return writePdf({
    title: `${facts.brandName} earnings, ${showPeriod(statement.period)}`,
    author: facts.brandName,
    madeAt: facts.madeAt,
    pages,
  })
}

function pageHead(statement: EarningsStatement, parties: Parties, { brandName, madeAt }: PdfFacts): PdfPage {
  const last = new Date(statement.to.getTime() - 1)
  return {
    rules: [{ x: LEFT, y: 128, width: RIGHT - LEFT }],
    texts: [
      { x: LEFT, y: 46, size: 18, text: `${brandName} earnings statement`, bold: true },
      { x: LEFT, y: 64, size: 9, text: fitText(`From ${parties.from}`, RIGHT - LEFT, 9) },
      {
        x: LEFT,
        y: 82,
        size: 11,
        text: fitText(`For ${parties.to}, ${showDate(statement.from)} to ${showDate(last)}`, RIGHT - LEFT, 11),
      },
      { x: LEFT, y: 98, size: 9, text: 'All amounts in Uganda shillings (UGX). Dates and times are EAT.' },
      {
        x: LEFT,
        y: 112,
        size: 9,
        text: `Closing balance: ${signed(totalOf(statement.closing))}. Made on ${showDate(madeAt)}.`,
      },
      {
        x: LEFT,
        y: PAGE.height - 34,
        size: 8,
        text: 'Passes are shared by the public rule at /how-passes-are-shared.',
      },
    ],
  }
}

function lineHead(page: PdfPage, y: number): void {
  const head = { y, size: 8.5, bold: true }
  page.texts.push(
    { ...head, x: LEFT, text: 'Date' },
    { ...head, x: COLUMNS.message, text: 'What' },
    { ...head, x: COLUMNS.reference, text: 'Reference' },
    { ...head, x: COLUMNS.gross, text: 'Gross', right: true },
    { ...head, x: COLUMNS.fee, text: 'Fee', right: true },
    { ...head, x: COLUMNS.net, text: 'Net', right: true },
    { ...head, x: COLUMNS.balance, text: 'Balance', right: true },
  )
  page.rules.push({ x: LEFT, y: y + 5, width: RIGHT - LEFT })
}

function lineTexts(row: StatementRow, y: number): PdfPage['texts'] {
  const line = { y, size: 8.5 }
  return [
    { ...line, x: LEFT, text: row.date },
    { ...line, x: COLUMNS.message, text: fitText(row.message, COLUMNS.textWidth, line.size) },
    { ...line, x: COLUMNS.reference, text: row.reference },
    ...(row.grossMinor === null ? [] : [{ ...line, x: COLUMNS.gross, text: signed(row.grossMinor), right: true }]),
    ...(row.feeMinor === null ? [] : [{ ...line, x: COLUMNS.fee, text: signed(-row.feeMinor), right: true }]),
    { ...line, x: COLUMNS.net, text: signed(row.amountMinor), right: true },
    { ...line, x: COLUMNS.balance, text: signed(row.balanceMinor), right: true },
  ]
}
