import { earningsStatement, findFirstMovement } from '#app/domain/earnings/statement.server.ts'
import { monthOf, monthsBetween, readPeriod, yearsOf } from '#app/domain/earnings/statement.ts'
import { findLegalName } from '#app/domain/creators/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { payoutNumber } from '#app/domain/payouts/payout.ts'
import { findPayoutNumbers, sumTakenFromPayouts } from '#app/domain/payouts/queries.server.ts'
import { findShortReferences } from '#app/domain/purchases/find-short-references.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { statementPdf } from './statement-pdf.server.ts'
import { type Parties, statementCsv, statementRows } from './statement-rows.ts'

/** The month or year that the address asks for, if it has a statement; else null. `periods`: years first, then months, each newest first. */
export async function askedPeriod(creatorId: string, url: URL): Promise<{ period: string; periods: string[] } | null> {
  const at = now()
  const months = monthsBetween((await findFirstMovement(creatorId)) ?? at, at)
  const periods = [...yearsOf(months), ...months]
  const asked = url.searchParams.get('period') ?? url.searchParams.get('month') ?? monthOf(at)
  return readPeriod(asked) && periods.includes(asked) ? { period: asked, periods } : null
}

/** A creator's statement of a month or year, with its rows, who it is from and for, and what was taken from payouts. */
export async function loadStatement(creator: Pick<Person, 'id' | 'username'>, period: string) {
  const statement = (await earningsStatement(creator.id, period))!
  const [references, numbers, taken, parties] = await Promise.all([
    findShortReferences(statement.lines),
    findPayoutNumbers(statement.lines.flatMap((line) => (line.causeKind === 'payout' ? [line.causeId] : []))),
    sumTakenFromPayouts(creator.id, statement),
    partiesOf(creator),
  ])
  const known = new Map([...references, ...[...numbers].map(([id, number]) => [id, payoutNumber(number)] as const)])
  return { statement, rows: statementRows(statement, known), taken, parties }
}

async function partiesOf({ id, username }: Pick<Person, 'id' | 'username'>): Promise<Parties> {
  const [legalName, { issuerName, issuerAddress, issuerTaxNumber }] = await Promise.all([findLegalName(id), settings()])
  const { brandName } = config()
  const handle = username ? `@${username}` : id
  return {
    from: [issuerName || brandName, issuerAddress, issuerTaxNumber && `TIN ${issuerTaxNumber}`]
      .filter(Boolean)
      .join(', '),
    to: legalName ? `${legalName} (${handle})` : handle,
  }
}

/** The statement as a file, always of the signed-in creator. */
export async function sendStatement(person: Person, url: URL, kind: 'csv' | 'pdf'): Promise<Response> {
  const asked = await askedPeriod(person.id, url)
  if (!asked) return refused()
  const loaded = await loadStatement(person, asked.period)
  const { brandName } = config()
  const body =
    kind === 'csv'
      ? statementCsv(loaded.statement, loaded.rows)
      : new Uint8Array(statementPdf(loaded, { brandName, madeAt: now() }))
  return new Response(body, {
    headers: {
      'content-type': kind === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
      'content-disposition': `attachment; filename="earnings-${asked.period}.${kind}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

function refused(): Response {
  return new Response('There is no statement for this period.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
