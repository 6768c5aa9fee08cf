import { type RawBuilder, sql } from 'kysely'
import { db, type Tx } from '#app/platform/db.server.ts'
import type { PersonalTable, PersonalTables, Subject } from '#app/platform/personal-data.ts'

const AT_ONCE = 500

/** A table of a person's export: each row is a line of JSON. */
export type ExportedTable = { table: string; description: string; lines: AsyncIterable<string> }

/** What every module that stores something about people exports (app/domain/<module>/privacy.server.ts). */
export type PrivacyModule = {
  personalTables: PersonalTables
  exportData: (subject: Subject) => ExportedTable[]
  /** Erases what the module stores about a person, in the transaction and the role of an erasure. */
  erase: (tx: Tx, subject: Subject) => Promise<void>
}

/** Sealed data of the person's own is decrypted for them, and the sealed column left out. */
type Opened = Readonly<Record<string, { column: string; open: (line: string) => string }>>

/** The rows about a person of the tables that an export contains. */
function exportTables(tables: PersonalTables, subject: Subject, opened: Opened = {}): ExportedTable[] {
  return Object.entries(tables).flatMap(([table, known]) =>
    known.exportedAs === null
      ? []
      : [{ table, description: known.exportedAs, lines: readRows(table, known, subject, opened[table]) }],
  )
}

export async function runAll(tx: Tx, ...statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(tx)
}

/**
 * What a module stores about people. Without `erase` its rows stay as they are: ids and amounts alone, or a scheduled task erases them.
 */
export function definePrivacy({
  tables,
  opened,
  erase = () => [],
}: {
  tables: PersonalTables
  opened?: Opened
  /** The statements that erase what is stored about a person, in their order; or runs them itself. */
  erase?: (subject: Subject, tx: Tx) => readonly RawBuilder<unknown>[] | Promise<void>
}): PrivacyModule {
  return {
    personalTables: tables,
    exportData: (subject) => exportTables(tables, subject, opened),
    erase: async (tx, subject) => {
      await runAll(tx, ...((await erase(subject, tx)) ?? []))
    },
  }
}

/** The rows as lines of JSON written by the database: its whole numbers keep every digit. */
async function* readRows(
  table: string,
  known: PersonalTable,
  subject: Subject,
  opened: Opened[string] | undefined,
): AsyncIterable<string> {
  const { blank } = known
  const blanked = blank
    ? sql`case when ${sql.raw(blank.where.replaceAll('$me', `'${subject.id}'::uuid`))} then jsonb_build_object(${blank.column}::text, '') else '{}' end`
    : sql`'{}'`
  const hidden = (known.hide ?? []).filter((column) => column !== opened?.column)
  let after = '(0,0)'
  for (;;) {
    // By place on disk: every table has one, whatever its key is.
    const { rows } = await sql<{ place: string; line: string }>`
      select t.ctid::text as place, ((to_jsonb(t) || ${blanked}::jsonb) - ${hidden}::text[])::text as line
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
