import { type RawBuilder, sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { type KeptNumber, openNumber } from '#app/domain/payouts/account-number.server.ts'
import { PERSONAL_TABLES, type PersonalTable } from '../classification.ts'

const AT_ONCE = 500

export type Subject = { id: string; email: string }

/** The person's own sealed data is decrypted for them, and the sealed column left out. */
const OPENED: Readonly<Record<string, { column: string; open: (line: string) => string }>> = {
  payout_accounts: {
    column: 'sealed_number',
    open: (line) => {
      const { sealed_number, ...row } = JSON.parse(line) as KeptNumber
      return JSON.stringify({ ...row, number: openNumber({ ...row, sealed_number }) })
    },
  },
}

/** The rows of a table that are about a person, each as a line of JSON written by the database: its whole numbers keep every digit. */
export async function* readRows(table: string, subject: Subject): AsyncIterable<string> {
  const known = PERSONAL_TABLES[table]!
  const opened = OPENED[table]
  const hidden = (known.hide ?? []).filter((column) => column !== opened?.column)
  let after = '(0,0)'
  for (;;) {
    // By place on disk: every table has one, whatever its key is.
    const { rows } = await sql<{ place: string; line: string }>`
      select t.ctid::text as place, (to_jsonb(t) - ${hidden}::text[])::text as line
      from ${sql.table(table)} t
      where (${whoseRows(known, subject)}) and t.ctid > ${after}::tid
      order by t.ctid limit ${AT_ONCE}`.execute(db)
    for (const row of rows) yield opened ? opened.open(row.line) : row.line
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.place
  }
}

function whoseRows(known: PersonalTable, subject: Subject): RawBuilder<unknown> {
  return sql.join(
    known.whose.map((whose) => {
      if ('of' in whose) {
        const { table, key, column } = whose.of
        return sql`${sql.ref(`t.${whose.column}`)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(column)} = ${subject.id})`
      }
      return sql`${sql.ref(`t.${whose.column}`)} = ${whose.holds === 'id' ? subject.id : subject.email}`
    }),
    sql` or `,
  )
}

/** A JSON array of lines, written as it is read. */
export async function* jsonArray(lines: AsyncIterable<string>): AsyncIterable<string> {
  let separator = '[\n'
  for await (const line of lines) {
    yield separator + line
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
