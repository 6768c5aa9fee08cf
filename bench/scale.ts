import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { feedPageSql } from '#app/domain/creators/feed.server.ts'
import { HAS_PASS_SQL } from '#app/domain/entitlements/queries.server.ts'
import { PREMIUM_FEED } from '#app/domain/settings/constants.ts'
import { createDatabase } from '#server/embedded-postgres.ts'
import { migrate } from '#server/migrate.ts'
import { type BenchDatabase, lacksPgbench, makeDatabase } from './database.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'
import { fillPeople, PERSON_ID, RANK_STEP } from './fill-people.ts'
import { measurePages } from './page-costs.ts'
import { pgbench } from './pgbench.ts'

const SMALL = 10_000
const LARGE = 1_000_000

/** The product's own feed and entitlement statements, on ten thousand and on a million people; each kind of page, on a hundred and on a hundred thousand. */
export const scale: Bench = {
  name: 'scale',
  description:
    'the feed query and the entitlement check from 10,000 to 1,000,000 creators and subscriptions; the statements of each kind of page with 100 and 100,000 pass holders, followers, sales and tips',
  needs: 'about 3 GB of disk for the time of the run and 10 minutes',
  lacks: lacksPgbench,
  run: async ({ rounds, seconds }) => {
    const small = await makeDatabase()
    try {
      const large = await addDatabase(small, 'peach_large')
      await fill(small.ownerUrl, SMALL)
      await fill(large.ownerUrl, LARGE)
      return [...(await measure(small.serverUrl, large.serverUrl, rounds, seconds)), ...(await measurePages())]
    } finally {
      await small.remove()
    }
  },
}

/** A second database in the same cluster, so that both sizes use the same server at the same time. */
async function addDatabase(first: BenchDatabase, name: string): Promise<{ ownerUrl: string; serverUrl: string }> {
  const ownerUrl = first.ownerUrl.replace('/peach?', `/${name}?`)
  await createDatabase(ownerUrl)
  await migrate(ownerUrl)
  return { ownerUrl, serverUrl: first.serverUrl.replace('/peach?', `/${name}?`) }
}

async function fill(ownerUrl: string, people: number): Promise<void> {
  const began = performance.now()
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await fillPeople(client, people)
    const { rows } = await client.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    )
    console.log(
      `${people.toLocaleString('en-GB')} people: ${rows[0]!.size}, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
    )
  } finally {
    await client.end()
  }
}

async function measure(small: string, large: string, rounds: number, seconds: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'peach-bench-sql-'))
  const ask = (serverUrl: string, script: string) => async () =>
    (await pgbench({ serverUrl, script, connections: 1, seconds })).latencyMs
  const pageOf = (people: number, middle: boolean) =>
    writeScript(folder, `page-${people}-${middle}`, pageScript(people, middle))
  const entitlement = writeScript(folder, 'entitlement', entitlementScript(LARGE))
  try {
    const sides = {
      smallFirst: ask(small, pageOf(SMALL, false)),
      smallMiddle: ask(small, pageOf(SMALL, true)),
      largeFirst: ask(large, pageOf(LARGE, false)),
      largeMiddle: ask(large, pageOf(LARGE, true)),
      entitlement: ask(large, entitlement),
    }
    await alternate(1, sides)
    const measured = await alternate(rounds, sides)
    return [
      {
        name: 'first page, 1,000,000 creators to 10,000',
        unit: '×',
        values: ratios(measured.largeFirst, measured.smallFirst),
        target: { max: 1.3 },
      },
      {
        name: 'page in the middle, 1,000,000 to 10,000',
        unit: '×',
        values: ratios(measured.largeMiddle, measured.smallMiddle),
        target: { max: 1.3 },
      },
      {
        name: 'page in the middle to the first, 1,000,000',
        unit: '×',
        values: ratios(measured.largeMiddle, measured.largeFirst),
        target: { max: 2 },
      },
      {
        name: 'entitlement check, 1,000,000 subscriptions',
        unit: 'ms',
        values: measured.entitlement,
        target: { max: 0.2 },
      },
      { name: 'first page, 1,000,000 creators', unit: 'ms', values: measured.largeFirst, target: null },
      { name: 'page in the middle, 1,000,000 creators', unit: 'ms', values: measured.largeMiddle, target: null },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The product's own statement, with pgbench's variables in place of its parameters. */
function pageScript(people: number, middle: boolean): string {
  const given = ['rank', middle ? 'id' : 'none', 'viewer']
  // The same hundred pages of both sizes, warm like the first page: the cost of a cache smaller than the table is no property of the query.
  const [from, to] = [people / 2 - 50, people / 2 + 50]
  const ranks = middle ? `random(${from}, ${to}) * ${RANK_STEP}` : '9223372036854775807'
  const lines = [`\\set rank ${ranks}`, `\\set viewer_number random(1, ${people})`]
  return `${lines.join('\n')}\n${withVariables(
    feedPageSql('all', PREMIUM_FEED.first + 1),
    given.map(
      (name) =>
        ({ rank: ':rank', viewer: PERSON_ID(':viewer_number') })[name] ??
        `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`,
    ),
  )};\n`
}

function entitlementScript(people: number): string {
  return `\\set number random(1, ${people})\n${withVariables(HAS_PASS_SQL, [PERSON_ID(':number')])};\n`
}

function withVariables(sql: string, variables: string[]): string {
  return sql
    .replaceAll(/\$(\d)/g, (_, position: string) => variables[Number(position) - 1]!)
    .replaceAll(/\s*\n\s*/g, ' ')
}

function writeScript(folder: string, name: string, text: string): string {
  const path = join(folder, `${name}.sql`)
  writeFileSync(path, text)
  return path
}
