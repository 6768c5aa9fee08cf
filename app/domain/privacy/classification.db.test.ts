import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { PERSONAL_TABLES } from './classification.ts'

const { owner } = useDatabase()

const ADDRESSES = ['email', 'recipient', 'buyer_email', 'user_email', 'phone', 'phone_number', 'whatsapp_number']

async function column<Row>(text: string): Promise<Row[]> {
  return (await owner().query(text)).rows as Row[]
}

async function personalTables(): Promise<string[]> {
  // Tables that refer to a person, and tables that refer to those.
  const rows = await column<{ name: string }>(`
    with recursive linked as (
      select 'profiles'::regclass::oid as id
      union select k.conrelid from pg_constraint k join linked l on k.confrelid = l.id where k.contype = 'f'
    )
    select relname as name from pg_class where oid in (select id from linked) and relnamespace = 'public'::regnamespace
    union select distinct c.relname as name from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'profiles'::regclass
    left join pg_attribute a on a.attrelid = c.oid and a.attname = any ('{${ADDRESSES.join(',')},profile_id,owner_id,user_id,fan_id,buyer_id}')
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (k.oid is not null or a.attname is not null)`)
  return rows.map(({ name }) => name)
}

describe('the data that we store about people', () => {
  test('SAFE-02 every table that refers to a person or holds an address is classified', async () => {
    const tables = await personalTables()
    expect(tables.length).toBeGreaterThan(20)
    expect(tables.filter((table) => !Object.hasOwn(PERSONAL_TABLES, table))).toEqual([])
  })

  test('SAFE-02 everything that is classified exists, with the columns that name its person', async () => {
    const rows = await column<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
    )
    const known = new Set(rows.map((row) => `${row.table}.${row.column}`))
    const missing: string[] = []
    for (const [table, { whose, hide = [] }] of Object.entries(PERSONAL_TABLES)) {
      for (const one of whose) {
        missing.push(`${table}.${one.column}`)
        if ('of' in one) missing.push(`${one.of.table}.${one.of.key}`, `${one.of.table}.${one.of.column}`)
      }
      missing.push(...hide.map((name) => `${table}.${name}`))
    }
    expect(missing.filter((name) => !known.has(name))).toEqual([])
  })

  test('SAFE-02 no secret, no bytes and no storage key ever gets into an export', async () => {
    const rows = await column<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns where table_schema = 'public'`,
    )
    const leaks = rows.filter(({ table, column: name, type }) => {
      const known = PERSONAL_TABLES[table]
      if (!known || known.exportedAs === null || known.hide?.includes(name)) return false
      return type === 'bytea' || /hash|secret|token|sealed|password|_key$|sha256|public_key/.test(name)
    })
    expect(leaks.map((leak) => `${leak.table}.${leak.column}`)).toEqual([])
  })

  test('SAFE-02 a table that isn’t exported has a reason', () => {
    for (const [table, known] of Object.entries(PERSONAL_TABLES))
      expect(known.exportedAs !== null || Boolean(known.why), table).toBe(true)
  })

  test('SAFE-02 the server may read every table that it exports', async () => {
    const rows = await column<{ table: string }>(
      `select table_name as table from information_schema.role_table_grants where grantee = 'peach_app' and privilege_type = 'SELECT'`,
    )
    const readable = new Set(rows.map((row) => row.table))
    const needed = Object.entries(PERSONAL_TABLES).filter(([, known]) => known.exportedAs !== null)
    expect(needed.map(([table]) => table).filter((table) => !readable.has(table))).toEqual([])
  })

  test('SAFE-02 the function that erases treats each table as the classification says', async () => {
    const [row] = await column<{ text: string }>(
      `select pg_get_functiondef('erase_account(uuid)'::regprocedure) || pg_get_functiondef('erase_tips(uuid)'::regprocedure)
         || pg_get_functiondef('erase_refund_notes()'::regprocedure)
         || pg_get_functiondef('forget_payout_accounts()'::regprocedure) as text`,
    )
    for (const [table, { erased }] of Object.entries(PERSONAL_TABLES)) {
      const deleted = new RegExp(`delete from ${table}\\b`).test(row!.text)
      const changed = new RegExp(`update ${table}\\b`).test(row!.text)
      if (erased === 'deleted') expect(deleted, `${table} is deleted`).toBe(true)
      if (erased === 'blanked') expect(changed, `${table} is blanked`).toBe(true)
      if (erased === 'kept') expect(deleted, `${table} is kept`).toBe(false)
    }
  })
})
