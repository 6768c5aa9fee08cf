import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { COMMAND_ROLES } from '#app/platform/db.server.ts'

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bpchar: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  float8: 'number',
  timestamptz: 'Date',
  date: 'string',
  bit: 'string',
  bytea: 'Buffer',
  jsonb: 'Json',
  interval: 'string',
  _text: 'string[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _uuid: 'string[]',
}

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  has_default: boolean
  is_view: boolean
  definition: string
  values: string | null
}

/** Writes db/types.ts (for Kysely) and db/schema.sql (what reviewers read) from a migrated database. */
export async function writeSchema(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as has_default, c.relkind = 'v' as is_view,
      a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as definition,
      (select string_agg(m[1], ' | ' order by o) from pg_constraint k,
         lateral regexp_matches(pg_get_constraintdef(k.oid), '(''[a-z_A-Z0-9-]+'')::(?:text|bpchar)', 'g') with ordinality as x (m, o)
       where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= (ANY|'')') as values
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by c.relname, a.attnum`)
  const extras = await client.query<{ table: string; line: string }>(`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as line from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c') 
    order by 1, 2`)
  const indexes = await client.query<{ line: string }>(`
    select indexdef as line from pg_indexes where schemaname = 'public' and indexname not in (select conname from pg_constraint) order by 1`)
  const routines = await client.query<{ line: string }>(`
    select pg_get_functiondef(p.oid) as line from pg_proc p where p.pronamespace = 'public'::regnamespace order by p.proname`)
  const triggers = await client.query<{ line: string }>(`
    select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`)
  const grants = await client.query<{ line: string }>(`
    select grantee || ' may ' || string_agg(distinct lower(privilege_type), ', ' order by lower(privilege_type)) || ' ' || table_name as line
    from information_schema.role_table_grants where table_schema = 'public' and grantee = 'peach_app' group by grantee, table_name order by table_name`)
  const commandGrants = await client.query<{ line: string }>(
    `
    select grantee || ' may ' || string_agg(lower(privilege_type) || coalesce(' (' || columns || ')', ''), ', ' order by privilege_type) || ' ' || table_name as line
    from (
      select grantee, privilege_type, table_name, null as columns from information_schema.role_table_grants
      where table_schema = 'public' and privilege_type <> 'UPDATE'
      union all
      select grantee, privilege_type, table_name, string_agg(column_name, ', ' order by column_name) from information_schema.role_column_grants
      where table_schema = 'public' and privilege_type = 'UPDATE' group by 1, 2, 3
    ) g where grantee = any ($1) group by grantee, table_name order by grantee, table_name`,
    [[...COMMAND_ROLES]],
  )
  await client.end()

  const tables = Map.groupBy(rows, (row) => row.table)
  const root = join(import.meta.dirname, '..', 'db')
  writeFileSync(join(root, 'types.ts'), typesOf(tables))
  writeFileSync(
    join(root, 'schema.sql'),
    [
      '-- Written by `npm run db -- types`; read it, never edit it.',
      ...[...tables].map(([name, columns]) =>
        [
          `${columns[0]!.is_view ? 'view' : 'table'} ${name}`,
          ...columns.map((column) => `  ${column.definition}`),
          ...extras.rows.filter((extra) => extra.table === name).map((extra) => `  ${extra.line}`),
        ].join('\n'),
      ),
      ...indexes.rows.map((row) => row.line),
      ...triggers.rows.map((row) => row.line),
      ...routines.rows.map((row) => row.line),
      ...[...grants.rows, ...commandGrants.rows].map((row) => `-- ${row.line}`),
      '',
    ].join('\n\n'),
  )
}

function typesOf(tables: Map<string, Column[]>): string {
  const lines = [
    '// Written by `npm run db -- types` from the migrated schema; never edited by hand.',
    `import type { ColumnType, Generated } from 'kysely'`,
    '',
    'export type Json = unknown',
    '',
  ]
  for (const [name, columns] of tables) {
    lines.push(`export interface ${pascal(name)} {`)
    for (const column of columns) lines.push(`  ${column.column}: ${columnType(column)}`)
    lines.push('}', '')
  }
  lines.push('export interface Database {')
  for (const name of tables.keys()) lines.push(`  ${name}: ${pascal(name)}`)
  lines.push('}', '')
  return lines.join('\n')
}

function columnType(column: Column): string {
  const base = TYPES[column.type]
  if (!base) throw new Error(`no TypeScript type for ${column.table}.${column.column} (${column.type})`)
  const exact = column.values && base === 'string' ? column.values : base
  const read = column.nullable ? `${exact} | null` : exact
  if (column.is_view) return `ColumnType<${read}, never, never>`
  // Inserts and updates of jsonb take text, so that no code relies on how the driver converts an array.
  if (column.type === 'jsonb')
    return `ColumnType<unknown, string${column.has_default || column.nullable ? ' | undefined' : ''}, string>`
  return column.has_default ? `Generated<${read}>` : read
}

function pascal(name: string): string {
  return name
    .split('_')
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
    .join('')
}
