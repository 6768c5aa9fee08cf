import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { describe, expect, test } from 'vitest'
import { TABLE_OWNERS } from '../db/table-owners.ts'

const ROOT = join(import.meta.dirname, '..')
const OWNERS: Readonly<Record<string, string>> = { ...TABLE_OWNERS, 'pgboss.job': 'platform/queue' }

/** Who else may write, and why. */
const OTHER_WRITERS: Readonly<Record<string, { tables: readonly string[]; why: string }>> = {
  'demo/build-demo-data.server.ts': {
    tables: ['profiles', 'creators', 'follows'],
    why: 'creators who were approved long ago: no command makes somebody so in one step',
  },
  'demo/keep-demo-data-fresh.server.ts': { tables: ['creators'], why: 'heartbeats of creators whom nobody plays' },
  'demo/settle-application.server.ts': {
    tables: ['profiles', 'creator_applications', 'posts', 'post_media'],
    why: 'applications in each state, without uploads of files by a browser',
  },
  'demo/play-history.server.ts': {
    tables: ['payout_accounts'],
    why: 'accounts that were confirmed half a year ago: the command mails a code and waits three days',
  },
  'demo/pay.server.ts': {
    tables: ['purchases', 'transactions', 'gateway_charges'],
    why: 'payments of the past, which no gateway has seen',
  },
}

type Write = { file: string; table: string }

const KYSELY = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const TABLE = String.raw`(?:only\s+)?(?:public\.)?("?[\w.]+"?|\$)`
const STATEMENTS = [
  new RegExp(String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+${TABLE}`, 'gi'),
  new RegExp(String.raw`\bupdate\s+${TABLE}(?:\s+(?:as\s+)?\w+)?\s+set\b`, 'gi'),
]

/** What a file writes: by Kysely's calls, and by the statements in its texts. `$` is a table that only the running program knows. */
function writesOf(file: string, source: string): Write[] {
  const tables: string[] = []
  const readText = (text: string) => {
    for (const statement of STATEMENTS)
      for (const [, table] of text.matchAll(statement)) if (table !== 'do') tables.push(table!.replaceAll('"', ''))
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const {
      type,
      callee,
      arguments: args,
      quasis,
      value,
    } = node as Record<string, never> & {
      callee?: { type: string; property?: { value?: string } }
      arguments?: { expression: { type: string; value?: string; quasis?: { raw: string }[] } }[]
      quasis?: { cooked: string | null; raw: string }[]
      value?: unknown
    }
    if (type === 'CallExpression' && KYSELY.has(callee?.property?.value ?? '')) {
      const first = args?.[0]?.expression
      tables.push(first?.type === 'StringLiteral' ? first.value!.split(' ')[0]! : '$')
    }
    // A part of a statement that is put together may name the table: the parts are read as one text.
    if (type === 'TemplateLiteral') readText(quasis!.map((part) => part.cooked ?? part.raw).join('$'))
    if (type === 'StringLiteral' && typeof value === 'string') readText(value)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx') }))
  const temporary = new Set([...source.matchAll(/create temporary table (\w+)/g)].map(([, table]) => table))
  return tables.filter((table) => !temporary.has(table)).map((table) => ({ file, table }))
}

function ownerOf(file: string): string {
  const [, folder, module] = /^app\/(domain|platform|gateways)\/([^/]+)/.exec(file) ?? []
  if (folder === 'domain') return module!
  if (folder === 'gateways') return `gateways/${module}`
  if (folder === 'platform') return `platform/${module!.split('.')[0]}`
  return file.split('/')[0]!
}

function breachesOf(writes: readonly Write[]): string[] {
  return writes
    .filter(({ file, table }) => {
      const owner = OWNERS[table]
      if (owner === ownerOf(file)) return false
      return !Object.entries(OTHER_WRITERS).some(
        ([prefix, { tables }]) => file.startsWith(prefix) && tables.includes(table),
      )
    })
    .map(
      ({ file, table }) =>
        `${file} writes ${table}, which is ${OWNERS[table] ? `owned by ${OWNERS[table]}` : 'unknown'}`,
    )
}

const files = globSync('{app,server,demo,simulator,bin}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const writes = files.flatMap((file) => writesOf(file, readFileSync(join(ROOT, file), 'utf8')))

describe('the owners of tables', () => {
  test('each table is written by its owner only', () => {
    expect(writes.length).toBeGreaterThan(200)
    expect(breachesOf(writes)).toEqual([])
  })

  test('each further writer still writes what it may write', () => {
    const unused = Object.entries(OTHER_WRITERS).flatMap(([prefix, { tables }]) =>
      tables
        .filter((table) => !writes.some((write) => write.file.startsWith(prefix) && write.table === table))
        .map((table) => `${prefix} ${table}`),
    )
    expect(unused).toEqual([])
  })

  test.each([
    `await tx.updateTable('creators').set({ listed: true }).execute()`,
    `await tx.insertInto('creators').values(row).execute()`,
    `await tx.deleteFrom('creators as c').execute()`,
    `await tx.mergeInto('creators as c').using('profiles as p', 'p.id', 'c.profile_id').execute()`,
    'await sql`update creators c set listed = true from profiles p where p.id = ${id}`.execute(tx)',
    'await sql`with gone as (\n delete from\n  creators returning 1) select 1`.execute(tx)',
    `const text = 'insert into creators (profile_id) values ($1)'`,
    'await sql`merge into public.creators c using profiles p on true when matched then delete`.execute(tx)',
    'await sql`truncate table "creators"`.execute(tx)',
    'await sql`delete from ${sql.table(name)} where id = ${id}`.execute(tx)',
    'await tx.updateTable(name).set({ listed: true }).execute()',
  ])('a planted write is found: %s', (line) => {
    expect(breachesOf(writesOf('app/domain/follows/planted.server.ts', line))).toHaveLength(1)
  })

  test.each([
    'await sql`select 1 from creators for update of creators`.execute(tx)',
    'await sql`insert into follows (fan_id) values (1) on conflict do update set fan_id = 1`.execute(tx)',
    `await tx.selectFrom('creators').selectAll().execute()`,
    `// update creators set listed = true`,
  ])('what writes nothing of others is no breach: %s', (line) => {
    expect(breachesOf(writesOf('app/domain/follows/planted.server.ts', line))).toEqual([])
  })

  test('the modules of the README own the same tables', () => {
    const rows = [
      ...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^\|[^|\n]*\| `([\w-]+)` \|[^|\n]*\|([^|\n]*)\|$/gm),
    ]
    const said = rows.flatMap(([, module, tables]) =>
      [...tables!.matchAll(/`(\w+)`/g)].map(([, table]) => `${table}: ${module}`),
    )
    const owned = Object.entries(OWNERS)
      .filter(([, owner]) => !owner.includes('/') && owner !== 'server')
      .map(([table, owner]) => `${table}: ${owner}`)
    expect(rows.length).toBeGreaterThan(30)
    expect(said.toSorted()).toEqual(owned.toSorted())
  })
})
