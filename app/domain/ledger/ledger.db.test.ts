import { sql } from 'kysely'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { credit, debit, type Entry, type LedgerAccount } from './chart.ts'
import { foldAccounts } from './fold-accounts.server.ts'
import { postEntry, sendEntry } from './post-entry.server.ts'
import { getBalance } from './queries.server.ts'
import { reverseEntry } from '#tests/support/reverse-entry.ts'
import { listStatement } from '#tests/support/whole-lists.ts'

const { owner } = useDatabase({ max: 16 })

const clearing: LedgerAccount = { purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }
const fees: LedgerAccount = { purpose: 'gateway_fees', ownerId: null, currency: 'UGX' }
const deferred: LedgerAccount = { purpose: 'deferred_pass_revenue', ownerId: null, currency: 'UGX' }

function passEntry(key: string, gross = 18_000_000n, fee = 540_000n): Entry {
  return {
    kind: 'pass_paid',
    idempotencyKey: key,
    causeKind: 'purchase',
    causeId: newId(),
    happenedAt: new Date('2026-11-20T09:00:00Z'),
    lines: [debit(clearing, gross - fee), debit(fees, fee), credit(deferred, gross)],
  }
}

const post = (entry: Entry) => inTransaction((tx) => postEntry(tx, entry))

describe('posting', () => {
  test('an entry moves its accounts at once, folded or not', async () => {
    const before = await getBalance(deferred)
    await post(passEntry('first'))
    expect(await getBalance(deferred)).toBe(before - 18_000_000n)
    await foldAccounts()
    expect(await getBalance(deferred)).toBe(before - 18_000_000n)
    const waiting = await owner().query('select count(*)::int as lines from ledger_unfolded')
    expect(waiting.rows[0].lines).toBe(0)
  })

  test('the same entry posted twice is one entry, and other content under its key is refused', async () => {
    const entry = passEntry('twice')
    const [one, two] = [await post(entry), await post(entry)]
    expect(two).toEqual({ entryId: one.entryId, posted: false })
    await expect(post({ ...passEntry('twice', 20_000_000n), causeId: entry.causeId })).rejects.toThrow(
      /used for another entry/,
    )
  })

  test('an entry that is sent with the rows that name it is new: one that stands already is refused, and takes them back', async () => {
    const send = (entry: Entry) =>
      inTransaction(async (tx) => {
        const { entryId, posted } = await sendEntry(tx, entry)
        await posted
        return entryId
      })
    const entry = passEntry('sent')
    const entryId = await send(entry)
    const before = await getBalance(deferred)
    await expect(send(entry)).rejects.toThrow('has been posted before')
    await expect(send({ ...passEntry('sent', 20_000_000n), causeId: entry.causeId })).rejects.toThrow(
      /used for another entry/,
    )
    expect(await getBalance(deferred)).toBe(before)
    expect(await post(entry)).toEqual({ entryId, posted: false })
  })

  test('fifty postings of one entry at the same moment are one entry', async () => {
    const entry = passEntry('at once')
    const before = await getBalance(deferred)
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(entry)))
    expect(answers.filter((answer) => answer.posted)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.entryId)).size).toBe(1)
    expect(await getBalance(deferred)).toBe(before - 18_000_000n)
  })

  test('an entry that is rolled back leaves nothing, its accounts included', async () => {
    await expect(
      inTransaction(async (tx) => {
        await postEntry(tx, {
          ...passEntry('rolled back'),
          lines: [debit({ ...clearing, currency: 'USD' }, 5n), credit({ ...deferred, currency: 'USD' }, 5n)],
        })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await getBalance({ ...deferred, currency: 'USD' })).toBe(0n)
    await post({
      ...passEntry('after the roll-back'),
      lines: [debit({ ...clearing, currency: 'USD' }, 5n), credit({ ...deferred, currency: 'USD' }, 5n)],
    })
    expect(await getBalance({ ...deferred, currency: 'USD' })).toBe(-5n)
  })

  test('a reversal is the mirror of its entry and can be made once', async () => {
    const before = await getBalance(deferred)
    const { entryId } = await post(passEntry('to take back'))
    const cause = { causeKind: 'purchase', causeId: newId(), happenedAt: new Date('2026-11-21T09:00:00Z') }
    await inTransaction((tx) => reverseEntry(tx, entryId, { ...cause, idempotencyKey: 'taken back' }))
    expect(await getBalance(deferred)).toBe(before)
    await expect(
      inTransaction((tx) => reverseEntry(tx, entryId, { ...cause, idempotencyKey: 'taken back again' })),
    ).rejects.toThrow(/unique/)
  })

  test('a statement shows each line with the balance after it, and pages join without a gap', async () => {
    const whole = await listStatement(deferred, { limit: 500 })
    expect(whole.length).toBeGreaterThan(3)
    expect(whole[0]!.balanceMinor).toBe(await getBalance(deferred))
    let running = 0n
    for (const line of whole.toReversed()) {
      running += line.amountMinor
      expect(line.balanceMinor).toBe(running)
    }
    const first = await listStatement(deferred, { limit: 2 })
    const rest = await listStatement(deferred, { before: first.at(-1)!.entryId, limit: 500 })
    expect([...first, ...rest]).toEqual(whole)
  })

  test('a balance is always the sum of its postings, whatever is posted and folded in between', async () => {
    const event = fc.oneof(
      fc.record({ gross: fc.bigInt({ min: 100n, max: 10n ** 9n }), fee: fc.bigInt({ min: 1n, max: 99n }) }),
      fc.constant('fold' as const),
    )
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 8 }), async (events) => {
        await Promise.all(
          events.map((one) =>
            one === 'fold' ? foldAccounts() : post(passEntry(`property ${(count += 1)}`, one.gross, one.fee)),
          ),
        )
        const { rows } = await owner().query(`
          select a.purpose, ledger_balance(a.id) as kept, coalesce((select sum(amount_minor) from postings p where p.account_id = a.id), 0)::bigint as sum
          from ledger_accounts a`)
        for (const row of rows) expect(row.kept).toBe(row.sum)
      }),
      { numRuns: 20 },
    )
  })
})

describe('what the database refuses', () => {
  const tables = ['journal_entries', 'postings', 'ledger_accounts', 'ledger_balances', 'ledger_unfolded', 'activity']

  test.each(tables)('the server may not change, delete or empty %s', async (table) => {
    await expect(
      sql`update ${sql.table(table)} set ${sql.ref(table === 'ledger_balances' || table === 'ledger_unfolded' ? 'account_id' : table === 'postings' ? 'entry_id' : 'id')} = null`.execute(
        db,
      ),
    ).rejects.toThrow(/permission denied/)
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow(/permission denied/)
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow(
      /permission denied|must be owner/,
    )
  })

  test.each(tables.slice(0, 5))('the server may not insert into %s past the function', async (table) => {
    await expect(sql`insert into ${sql.table(table)} default values`.execute(db)).rejects.toThrow(/permission denied/)
  })

  test.each(['journal_entries', 'postings', 'activity'])(
    'not even their owner can change, delete or empty %s',
    async (table) => {
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('activity')
          .values({ id: newId(), event: 'tried', object_kind: 'test', object_id: 'x' })
          .execute()
      })
      await post(passEntry(`owner tries ${table}`))
      const column = table === 'postings' ? 'entry_id' : 'id'
      await expect(owner().query(`update ${table} set ${column} = ${column}`)).rejects.toThrow(/append-only/)
      await expect(owner().query(`delete from ${table}`)).rejects.toThrow(/append-only/)
      await expect(owner().query(`truncate ${table} cascade`)).rejects.toThrow(/append-only/)
    },
  )

  test('the server owns no table and cannot step out of its role', async () => {
    const { rows } = await owner().query(
      `select count(*)::int as tables from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = 'peach_app'`,
    )
    expect(rows[0].tables).toBe(0)
    const role = await sql<{
      current_user: string
      super: boolean
    }>`select current_user, (select rolsuper from pg_roles where rolname = current_user) as super`.execute(db)
    expect(role.rows[0]).toEqual({ current_user: 'peach_app', super: false })
    await inTransaction(async (tx) => {
      await sql`reset role`.execute(tx)
      const after = await sql<{ current_user: string }>`select current_user`.execute(tx)
      expect(after.rows[0]!.current_user).toBe('peach_app')
    })
    await expect(inTransaction((tx) => sql`set role peach_owner`.execute(tx))).rejects.toThrow(/permission denied/)
  })

  test('an unbalanced entry is refused by the constraint even where the code would let it through', async () => {
    await post(passEntry('accounts exist'))
    const raw = (amounts: string[]) =>
      inTransaction((tx) =>
        sql`
      select * from post_journal_entry(${newId()}, 'raw', ${newId()}, 'test', ${newId()}, app_now(), null,
        array(select id from ledger_accounts where currency = 'UGX' order by purpose limit ${amounts.length}), ${amounts}::bigint[])`.execute(
          tx,
        ),
      )
    await expect(raw(['100', '-99'])).rejects.toThrow(/does not balance/)
    await expect(raw(['100'])).rejects.toThrow(/two lines or more/)
    await expect(raw(['100', '-100'])).resolves.toBeTruthy()
  })

  test('an entry across two currencies that balances only in their sum is refused', async () => {
    await expect(
      post({ ...passEntry('mixed'), lines: [debit(clearing, 100n), credit({ ...deferred, currency: 'USD' }, 100n)] }),
    ).rejects.toThrow(/UGX is off by 100/)
    const mixed = inTransaction(async (tx) => {
      const { rows } = await sql<{
        id: string
      }>`select distinct on (currency) id from ledger_accounts order by currency`.execute(tx)
      await sql`select * from post_journal_entry(${newId()}, 'raw', ${newId()}, 'test', ${newId()}, app_now(), null, ${rows.map((row) => row.id)}::uuid[], ${['7', '-7']}::bigint[])`.execute(
        tx,
      )
    })
    await expect(mixed).rejects.toThrow(/does not balance/)
  })

  test('an owner’s balance is never overdrawn', async () => {
    const [account, other] = [newId(), newId()]
    await owner().query(
      `select open_ledger_account($1, 'test_balance', null, 'UGX', false, true), open_ledger_account($2, 'test_other', null, 'UGX', false, false)`,
      [account, other],
    )
    const move = (amount: string) =>
      owner().query(
        `select * from post_journal_entry($1, 'raw', $2, 'test', $1, app_now(), null, $3::uuid[], $4::bigint[])`,
        [newId(), newId(), [account, other], [`-${amount}`, amount].map((text) => text.replace('--', ''))],
      )
    await move('500')
    await move('-500')
    await expect(move('-1')).rejects.toThrow(/guarded_account_is_overdrawn/)
  })
})
