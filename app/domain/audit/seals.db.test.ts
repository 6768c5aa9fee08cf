import { describe, expect, test } from 'vitest'
import { credit, debit, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { sealAllEntries, sealNewEntries } from '#app/domain/ledger/seal-entries.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { INVARIANTS } from './invariants/index.ts'
import { runAudit } from './run-audit.server.ts'

const { owner } = useDatabase({ max: 12 })
const platform = (purpose: LedgerAccount['purpose']): LedgerAccount => ({ purpose, ownerId: null, currency: 'UGX' })

async function post(tx: Tx): Promise<string> {
  const { entryId } = await postEntry(tx, {
    kind: 'tested',
    idempotencyKey: newId(),
    causeKind: 'test',
    causeId: newId(),
    happenedAt: now(),
    lines: [debit(platform('gateway_clearing'), 100n), credit(platform('platform_revenue'), 100n)],
  })
  return entryId
}

const postOne = () => inTransaction(post)
const sealOf = async (entryId: string) =>
  (await owner().query<{ seal_no: number }>('select seal_no from ledger_sealed where entry_id = $1', [entryId])).rows[0]
    ?.seal_no
const seals = async () =>
  (await owner().query<{ seal_no: number; entries: number }>('select seal_no, entries from ledger_seals order by 1'))
    .rows
const breaches = async () => (await runAudit(INVARIANTS.filter(({ id }) => id === 'I12'))).breaches

describe('the seals of the ledger', () => {
  test('ADMIN-07 an entry that is committed late is in the next seal, and nothing is sealed twice', async () => {
    // The accounts are opened before: two transactions that open one would wait for each other.
    await postOne()
    expect(await sealNewEntries()).toBe(1)
    let commit = () => {}
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    let late = ''
    const slow = inTransaction(async (tx) => {
      late = await post(tx)
      await held
    })
    await expect.poll(() => late).not.toBe('')
    const early = await postOne()
    expect(early > late).toBe(true)
    expect(await sealNewEntries()).toBe(1)
    expect(await sealOf(early)).toBe(2)
    commit()
    await slow
    expect(await sealNewEntries()).toBe(1)
    expect(await sealOf(late)).toBe(3)
    expect(await sealNewEntries()).toBe(0)
    expect(await sealAllEntries()).toBe(0)
    expect(await seals()).toEqual([
      { seal_no: 1, entries: 1 },
      { seal_no: 2, entries: 1 },
      { seal_no: 3, entries: 1 },
    ])
    expect(await breaches()).toEqual([])
  })

  test('ADMIN-07 with parallel sealing each entry is in one seal and the chain holds', async () => {
    const before = (await seals()).length
    const posting = Array.from({ length: 20 }, async () => {
      const id = await postOne()
      await sealNewEntries()
      return id
    })
    const ids = await Promise.all(posting)
    for (const id of ids) expect(await sealOf(id)).toBeGreaterThan(before)
    const counted = (await seals()).slice(before).reduce((sum, { entries }) => sum + entries, 0)
    expect(counted).toBe(20)
    expect(await breaches()).toEqual([])
  })

  test('ADMIN-07 older books are sealed in parts, however old', async () => {
    await owner().query('set session_replication_role = replica')
    await owner()
      .query(`insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
      select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'old', 'old ' || n, '', 'old', gen_random_uuid(), app_now()
      from generate_series(1, 11000) n`)
    await owner().query(`insert into postings (entry_id, line, account_id, amount_minor, currency)
      select e.id, line, a.id, 300 - line * 200, 'UGX' from journal_entries e cross join generate_series(1, 2) line
      cross join (select id from ledger_accounts limit 1) a where e.kind = 'old'`)
    await owner().query('set session_replication_role = origin')
    expect(await breaches()).toEqual([
      expect.objectContaining({ name: 'entries-are-sealed', detail: expect.stringMatching(/^11000 entries wait/) }),
    ])
    expect(await sealNewEntries(), 'sealing new entries ignores old ones').toBe(0)
    expect(await sealAllEntries()).toBe(11_000)
    expect((await seals()).slice(-3).map(({ entries }) => entries)).toEqual([5_000, 5_000, 1_000])
    expect(await breaches()).toEqual([])
  })

  test('ADMIN-07 nobody can edit a seal', async () => {
    for (const [table, column] of [
      ['ledger_seals', 'entries'],
      ['ledger_sealed', 'seal_no'],
    ]) {
      await expect(owner().query(`update ${table} set ${column} = ${column}`)).rejects.toThrow(/append-only/)
      await expect(owner().query(`delete from ${table}`)).rejects.toThrow(/append-only/)
      await expect(owner().query(`truncate ${table} cascade`)).rejects.toThrow(/append-only/)
    }
    await expect(db.deleteFrom('ledger_sealed').execute()).rejects.toThrow(/permission denied/)
    await expect(db.updateTable('ledger_seals').set({ entries: 1 }).execute()).rejects.toThrow(/permission denied/)
  })
})
