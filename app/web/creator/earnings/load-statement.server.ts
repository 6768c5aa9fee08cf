import { earningsStatement, findFirstMovement } from '#app/domain/earnings/statement.server.ts'
import { monthOf, monthsBetween, readMonth } from '#app/domain/earnings/statement.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { payoutNumber } from '#app/domain/payouts/payout.ts'
import { listPayouts } from '#app/domain/payouts/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { statementPdf } from './statement-pdf.server.ts'
import { statementCsv, statementRows } from './statement-rows.ts'

/** The requested month, if it has a statement; else null. */
export async function askedMonth(creatorId: string, url: URL): Promise<{ month: string; months: string[] } | null> {
  const at = now()
  const months = monthsBetween((await findFirstMovement(creatorId)) ?? at, at)
  const asked = url.searchParams.get('month') ?? monthOf(at)
  return readMonth(asked) && months.includes(asked) ? { month: asked, months } : null
}

/** A creator's statement of a month, with its rows. */
export async function loadStatement(creatorId: string, month: string) {
  const [statement, payouts] = await Promise.all([earningsStatement(creatorId, month), listPayouts(creatorId)])
  const names = new Map(payouts.map((payout) => [payout.id, payoutNumber(payout.number)]))
  return { statement: statement!, rows: statementRows(statement!, names) }
}

/** The statement as a file, always of the signed-in creator. */
export async function sendStatement(person: Person, url: URL, kind: 'csv' | 'pdf'): Promise<Response> {
  const asked = await askedMonth(person.id, url)
  if (!asked) return refused()
  const { statement, rows } = await loadStatement(person.id, asked.month)
  const { brandName } = config()
  const username = person.username ?? person.id
  const body =
    kind === 'csv'
      ? statementCsv(statement, rows)
      : new Uint8Array(statementPdf(statement, rows, { brandName, username, madeAt: now() }))
  return new Response(body, {
    headers: {
      'content-type': kind === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
      'content-disposition': `attachment; filename="earnings-${asked.month}.${kind}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

function refused(): Response {
  return new Response('There is no statement for this month.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
