import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PersonalTable } from '#app/platform/personal-data.ts'
import { useDatabase } from '#tests/support/database.ts'
import { TABLE_OWNERS } from '../../../db/table-owners.ts'
import { PRIVACY_MODULES } from './registry.server.ts'

const { owner } = useDatabase()

const MODULES = Object.entries(PRIVACY_MODULES)
const PERSONAL_TABLES = Object.assign({}, ...MODULES.map(([, { personalTables }]) => personalTables)) as Record<
  string,
  PersonalTable
>
/** What a gateway stores is exported and erased by the module that uses it. */
const OF_GATEWAYS: Readonly<Record<string, string>> = { caught_mails: 'notifications' }

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

  test('SAFE-02 what each module erases is what it says about its tables', () => {
    const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
    const sources = [
      ...MODULES.map(([module]) => read(`app/domain/${module}/privacy.server.ts`)),
      read('app/gateways/mailer/caught-mailer.server.ts'),
    ].join('\n')
    for (const [table, { erased }] of Object.entries(PERSONAL_TABLES)) {
      const deleted = new RegExp(`delete from ${table}\\b|deleteFrom\\('${table}'\\)`).test(sources)
      const changed = new RegExp(`update ${table}\\b`).test(sources)
      if (erased === 'deleted') expect(deleted, `${table} is deleted`).toBe(true)
      if (erased === 'blanked') expect(changed, `${table} is blanked`).toBe(true)
      if (erased === 'kept') expect(deleted, `${table} is kept`).toBe(false)
    }
  })

  test('SAFE-02 each table is exported and erased by the module that owns it', () => {
    const owners: Readonly<Record<string, string>> = { ...TABLE_OWNERS, ...OF_GATEWAYS }
    for (const [module, { personalTables }] of MODULES)
      for (const table of Object.keys(personalTables)) expect(`${table}: ${module}`).toBe(`${table}: ${owners[table]}`)
  })

  test('SAFE-02 a new table about people is found, directly, through another table, or by an address', async () => {
    await owner().query(`create table planted_likes (id uuid primary key, profile_id uuid references profiles)`)
    await owner().query(`create table planted_replies (id uuid primary key, like_id uuid references planted_likes)`)
    await owner().query(`create table planted_letters (id uuid primary key, email text)`)
    const found = (await personalTables()).filter((table) => !Object.hasOwn(PERSONAL_TABLES, table))
    expect(found.toSorted()).toEqual(['planted_letters', 'planted_likes', 'planted_replies'])
    await owner().query(`drop table planted_replies, planted_likes, planted_letters`)
  })

  test('SAFE-02 only the role of an erasure may do it, with exactly the rights that the modules use', async () => {
    const rows = await column<{ table: string; right: string }>(
      `select table_name as table, privilege_type as right from information_schema.role_table_grants
         where grantee = 'peach_erasure' and table_schema = 'public' and privilege_type <> 'SELECT'
       union select table_name, 'UPDATE' from information_schema.role_column_grants
         where grantee = 'peach_erasure' and table_schema = 'public' and privilege_type = 'UPDATE'`,
    )
    const erases = (table: string) => ['deleted', 'blanked', 'swept'].includes(PERSONAL_TABLES[table]?.erased ?? '')
    const beyond = rows.filter(({ table }) => !erases(table)).map(({ table, right }) => `${table} ${right}`)
    expect(beyond.toSorted()).toEqual(['creator_listings UPDATE', 'objects_to_destroy INSERT'])
    expect(rows.filter(({ right, table }) => right === 'DELETE' && PERSONAL_TABLES[table]?.erased === 'kept')).toEqual(
      [],
    )
  })
})
