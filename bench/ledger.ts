import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { credit, debit, type Entry, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { postEntries } from '#app/domain/ledger/post-entries.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { type BenchDatabase, lacksPgbench, makeDatabase } from './database.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'
import { pgbench } from './pgbench.ts'

const ACCOUNTS = 1_000
const BATCH = 100
const CLEARING: LedgerAccount = { purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }
const REVENUE: LedgerAccount = { purpose: 'platform_revenue', ownerId: null, currency: 'UGX' }
const FOLD_EVERY_MS = 2_000

/** Posting a sale through the product's own code, compared with pgbench calling the same database function on the same cluster. */
export const ledger: Bench = {
  name: 'ledger',
  description: 'posting journal entries, against pgbench calling the same function',
  needs: 'about 500 MB of disk and 2 minutes',
  lacks: lacksPgbench,
  run: async ({ rounds, seconds }) => {
    const database = await makeDatabase({ max: 33 })
    try {
      const variables = await openAccounts(database.owner)
      return await measure(database, variables, rounds, seconds)
    } finally {
      await database.remove()
    }
  },
}

async function measure(
  database: BenchDatabase,
  variables: Record<string, string>,
  rounds: number,
  seconds: number,
): Promise<Figure[]> {
  const limit = (name: string) => async () => {
    const script = join(import.meta.dirname, 'baselines', name)
    return (await pgbench({ serverUrl: database.serverUrl, script, connections: 8, seconds, variables })).perSecond
  }
  await postFor(1, 8)
  const measured = await alternate(rounds, {
    ours8: () => whileFolding(() => postFor(seconds, 8)),
    limit8: () => whileFolding(limit('post-entry-in-transaction.sql')),
    bare8: () => whileFolding(limit('post-entry.sql')),
    ours32: () => whileFolding(() => postFor(seconds, 32)),
    batched: () => whileFolding(() => postFor(seconds, 8, BATCH)),
  })
  await assertBalanced(database.owner)
  return [
    {
      name: 'posting, 8 connections, to pgbench in a transaction like ours',
      unit: '×',
      values: ratios(measured.ours8, measured.limit8),
      target: { min: 0.85 },
    },
    {
      name: 'posting, 8 connections, to pgbench with the bare call',
      unit: '×',
      values: ratios(measured.ours8, measured.bare8),
      target: { min: 0.85 },
    },
    {
      name: `posting by ${BATCH} a call, to one by one`,
      unit: '×',
      values: ratios(measured.batched, measured.ours8),
      target: { min: 1.7 },
    },
    {
      name: 'posting, 32 connections to 8',
      unit: '×',
      values: ratios(measured.ours32, measured.ours8),
      target: { min: 0.8 },
    },
    { name: 'posting, 8 connections', unit: 'req/s', values: measured.ours8, target: null },
    { name: `posting by ${BATCH} a call`, unit: 'req/s', values: measured.batched, target: null },
    { name: 'pgbench, 8 connections', unit: 'req/s', values: measured.limit8, target: null },
  ]
}

/** The platform's accounts, and the accounts of a thousand creators under ids that both sides can name. */
async function openAccounts(owner: pg.Client): Promise<Record<string, string>> {
  await owner.query(
    `insert into profiles (id, email, user_type)
     select ('01970000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'creator' || n || '@bench.example', 'creator'
     from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  )
  await owner.query(`select open_ledger_account(id, 'creator_pending', id, 'UGX', true, false) from profiles`)
  const ids = [newId(), newId()]
  for (const [index, account] of [CLEARING, REVENUE].entries()) {
    await owner.query(`select open_ledger_account($1, $2, null, 'UGX', true, false)`, [ids[index], account.purpose])
  }
  await owner.query('analyze profiles, ledger_accounts, ledger_balances')
  return { clearing: ids[0]!, revenue: ids[1]! }
}

/** So many workers, each posting sales one after the other, or so many per call. Returns entries per second. */
async function postFor(seconds: number, workers: number, atOnce = 1): Promise<number> {
  const begun = performance.now()
  const until = begun + seconds * 1_000
  let posted = 0
  const work = async () => {
    while (performance.now() < until) {
      if (atOnce === 1) await postSale()
      else await inTransaction((tx) => postEntries(tx, Array.from({ length: atOnce }, aSale)))
      posted += atOnce
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return posted / ((performance.now() - begun) / 1_000)
}

async function postSale(): Promise<void> {
  const { posted } = await inTransaction((tx) => postEntry(tx, aSale()))
  if (!posted) throw new Error('an entry of the benchmark was not new')
}

function aSale(): Entry {
  const gross = BigInt(randomInt(1_000, 100_000)) * 100n
  const part = gross / 5n
  const account = `01970000-0000-7000-8000-${String(randomInt(1, ACCOUNTS + 1)).padStart(12, '0')}`
  return {
    kind: 'post_unlocked',
    idempotencyKey: newId(),
    causeKind: 'purchase',
    causeId: '01970000-0000-7000-8000-000000000001',
    happenedAt: new Date(),
    lines: [
      debit(CLEARING, gross),
      credit({ purpose: 'creator_pending', ownerId: account, currency: 'UGX' }, gross - part),
      credit(REVENUE, part),
    ],
  }
}

/** The scheduled task that folds hot accounts runs beside both sides, as in the product. */
async function whileFolding(work: () => Promise<number>): Promise<number> {
  const state = { going: true }
  const folding = (async () => {
    while (state.going) {
      await new Promise((resolve) => setTimeout(resolve, FOLD_EVERY_MS))
      await foldAccounts()
    }
  })()
  try {
    return await work()
  } finally {
    state.going = false
    await folding
  }
}

/** A fast ledger with wrong balances is useless: every balance must be the sum of its postings. */
async function assertBalanced(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ off: number }>(`
    select count(*)::int as off from ledger_accounts a
    left join (select account_id, sum(amount_minor) as total from postings group by 1) s on s.account_id = a.id
    where ledger_balance(a.id) <> coalesce(s.total, 0)`)
  if (rows[0]!.off !== 0) throw new Error(`${rows[0]!.off} accounts differ from the sum of their postings`)
}
