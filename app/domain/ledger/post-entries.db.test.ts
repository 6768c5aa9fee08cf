import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { credit, debit, type Entry, type LedgerAccount } from './chart.ts'
import { foldAccounts } from './fold-accounts.server.ts'
import { postEntries } from './post-entries.server.ts'
import { postEntry } from './post-entry.server.ts'
import { getBalance } from './queries.server.ts'

const { owner } = useDatabase({ max: 24 })

const clearing: LedgerAccount = { purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }
const revenue: LedgerAccount = { purpose: 'platform_revenue', ownerId: null, currency: 'UGX' }

function entry(key: string, amount = 1_000n, more: Partial<Entry> = {}): Entry {
  return {
    kind: 'test_posted',
    idempotencyKey: key,
    causeKind: 'test',
    causeId: '01970000-0000-7000-8000-000000000009',
    happenedAt: new Date('2026-11-20T09:00:00Z'),
    lines: [debit(clearing, amount), credit(revenue, amount)],
    ...more,
  }
}

const batch = (entries: Entry[]) => inTransaction((tx) => postEntries(tx, entries))

async function anAccount(): Promise<LedgerAccount> {
  const id = newId()
  await owner().query(`insert into profiles (id, email, user_type) values ($1, $2, 'fan')`, [id, `${id}@test.example`])
  return { purpose: 'wallet', ownerId: id, currency: 'UGX' }
}

async function count(): Promise<number> {
  return (await owner().query('select count(*)::int as n from journal_entries')).rows[0].n as number
}

describe('posting many', () => {
  test('answers are in the order of the entries, and the balances move by their sum', async () => {
    const before = await getBalance(revenue)
    const answers = await batch([entry('a', 300n), entry('b', 500n), entry('c', 200n)])
    expect(answers.map((one) => one.posted)).toEqual([true, true, true])
    expect(await getBalance(revenue)).toBe(before - 1_000n)
    const { rows } = await owner().query(
      'select k.idempotency_key as key from unnest($1::uuid[]) with ordinality as a (id, place) join journal_entries k using (id) order by place',
      [answers.map((one) => one.entryId)],
    )
    expect(rows.map((row) => row.key)).toEqual(['a', 'b', 'c'])
  })

  test('an entry posted alone is found in a batch, and the other way round: one entry has one print', async () => {
    const single = await inTransaction((tx) => postEntry(tx, entry('by itself')))
    const [known, fresh] = await batch([entry('by itself'), entry('with others')])
    expect(known).toEqual({ entryId: single.entryId, posted: false })
    expect(await inTransaction((tx) => postEntry(tx, entry('with others')))).toEqual({ ...fresh, posted: false })
  })

  test('the same entry twice in one call is one entry', async () => {
    const before = await getBalance(revenue)
    const answers = await batch([entry('same'), entry('same')])
    expect(new Set(answers.map((one) => one.entryId)).size).toBe(1)
    expect(answers.map((one) => one.posted)).toEqual([true, false])
    expect(await getBalance(revenue)).toBe(before - 1_000n)
  })

  test('other content under a known key, an unbalanced entry, a single line or a reversal: the whole call is refused', async () => {
    await batch([entry('taken')])
    const before = await count()
    await expect(batch([entry('fine'), entry('taken', 2_000n)])).rejects.toThrow(/used for another entry/)
    await expect(
      batch([entry('fine'), entry('off', 5n, { lines: [debit(clearing, 5n), credit(revenue, 4n)] })]),
    ).rejects.toThrow(/off by 1/)
    await expect(batch([entry('fine'), entry('lone', 5n, { lines: [debit(clearing, 5n)] })])).rejects.toThrow(
      /two lines/,
    )
    await expect(batch([entry('fine', 5n, { reverses: newId() })])).rejects.toThrow(/by itself/)
    expect(await count()).toBe(before)
  })

  test('the database itself refuses unbalanced entries, a single line, lists of two lengths and missing accounts', async () => {
    const { rows } = await sql<{
      id: string
    }>`select id from ledger_accounts where owner_id is null and currency = 'UGX'`.execute(db)
    const [one, two] = rows.map((row) => row.id) as [string, string]
    const raw = (lines: number[], accounts: string[], amounts: string[], keys = [newId()]) =>
      inTransaction((tx) =>
        sql`select * from post_journal_entries(${[newId()]}::uuid[], ${['raw']}::text[], ${keys}::text[], ${['test']}::text[],
          ${[newId()]}::uuid[], ${[new Date()]}::timestamptz[], ${lines}::int[], ${accounts}::uuid[], ${amounts}::bigint[])`.execute(
          tx,
        ),
      )
    await expect(raw([1, 1], [one, two], ['100', '-99'])).rejects.toThrow(/does not balance/)
    await expect(raw([1], [one], ['100'])).rejects.toThrow(/two lines or more/)
    await expect(raw([2, 2], [one, two], ['100', '-100'])).rejects.toThrow(/two lines or more/)
    await expect(raw([1, 1], [one, two], ['100'])).rejects.toThrow(/one length/)
    await expect(raw([1, 1], [one, two], ['100', '-100'], [])).rejects.toThrow(/one length/)
    await expect(raw([1, 1, 1], [one, two, newId()], ['100', '-100', '50'])).rejects.toThrow(
      /does not exist|does not balance/,
    )
    await expect(raw([1, 1], [one, two], ['100', '-100'])).resolves.toBeTruthy()
  })

  test('an account holds what a call takes from it in total, and is never overdrawn', async () => {
    const account = await anAccount()
    const fill = (key: string, amount: bigint) =>
      entry(key, amount, { lines: [debit(clearing, amount), credit(account, amount)] })
    const spend = (key: string, amount: bigint) =>
      entry(key, amount, { lines: [debit(account, amount), credit(revenue, amount)] })
    await batch([fill('filled', 1_000n), spend('spent', 400n)])
    expect(await getBalance(account)).toBe(-600n)
    await expect(batch([spend('too much 1', 400n), spend('too much 2', 201n)])).rejects.toThrow(/overdrawn/)
    expect(await getBalance(account)).toBe(-600n)
  })

  test('forty calls at once over the same keys and accounts post each entry exactly once and never deadlock', async () => {
    const balances: LedgerAccount[] = []
    for (let made = 0; made < 6; made += 1) balances.push(await anAccount())
    const facts = Array.from({ length: 60 }, (_, index) =>
      entry(`race ${index}`, 100n, { lines: [debit(clearing, 100n), credit(balances[index % 6]!, 100n)] }),
    )
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, call) => batch(call % 2 === 0 ? facts : facts.toReversed())),
    )
    expect(answers.flat().filter((one) => one.posted)).toHaveLength(60)
    for (const account of balances) expect(await getBalance(account)).toBe(-1_000n)
  })

  test('posting together has the same result as posting one by one', async () => {
    let run = 0
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(amounts, async (list) => {
        run += 1
        const [together, oneByOne] = [await anAccount(), await anAccount()]
        const into = (account: LedgerAccount, name: string) =>
          list.map((amount, index) =>
            entry(`${name} ${run} ${index}`, amount, { lines: [debit(clearing, amount), credit(account, amount)] }),
          )
        await batch(into(together, 'together'))
        for (const one of into(oneByOne, 'one')) await inTransaction((tx) => postEntry(tx, one))
        await foldAccounts()
        expect(await getBalance(together)).toBe(await getBalance(oneByOne))
      }),
      { numRuns: 15 },
    )
  })

  test('an empty list is no error', async () => {
    expect(await batch([])).toEqual([])
  })
})
