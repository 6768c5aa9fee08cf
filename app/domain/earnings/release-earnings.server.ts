import { sql } from 'kysely'
import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { newId } from '#app/platform/id.ts'
import { creatorAccount } from './earning.ts'
import { earningsReleased } from './entries.ts'
import { lockEarnings } from './lock-earnings.server.ts'

const CREATORS_AT_ONCE = 200
const EARNINGS_AT_ONCE = 2_000

/** Scheduled task: earnings whose seven days are over become available, one entry per creator. Returns how many earnings it released. */
export async function releaseEarnings(): Promise<number> {
  let released = 0
  for (let after: string | null = null; ;) {
    const creators: string[] = await listDue(after)
    await forEachIsolated(creators, 'release earnings', async (creatorId) => {
      released += await releaseAll(creatorId)
      return true
    })
    after = creators.at(-1) ?? null
    if (creators.length < CREATORS_AT_ONCE) return released
  }
}

/** By id, so that creators whose release fails don't come again in the same run. */
async function listDue(after: string | null): Promise<string[]> {
  const due = await db
    .selectFrom('earnings')
    .select('creator_id')
    .distinct()
    .where('released_at', 'is', null)
    .where('available_at', '<=', sql<Date>`app_now()`)
    .where(sql<boolean>`(${after}::uuid is null or creator_id > ${after}::uuid)`)
    .orderBy('creator_id')
    .limit(CREATORS_AT_ONCE)
    .execute()
  return due.map((earning) => earning.creator_id)
}

async function releaseAll(creatorId: string): Promise<number> {
  let released = 0
  for (;;) {
    const some = await inTransaction((tx) => releaseSome(tx, creatorId))
    released += some
    if (some < EARNINGS_AT_ONCE) return released
  }
}

async function releaseSome(tx: Tx, creatorId: string): Promise<number> {
  await lockEarnings(tx, creatorId)
  const due = await tx
    .selectFrom('earnings')
    .select(['id', 'net_minor', 'pending_used_minor'])
    .where('creator_id', '=', creatorId)
    .where('released_at', 'is', null)
    .where('available_at', '<=', sql<Date>`app_now()`)
    .orderBy('available_at')
    .orderBy('id')
    .limit(EARNINGS_AT_ONCE)
    .forUpdate()
    .execute()
  if (due.length === 0) return 0
  const amountMinor = due.reduce((sum, earning) => sum + earning.net_minor - earning.pending_used_minor, 0n)
  if (amountMinor > 0n) {
    const balances = [creatorAccount('creator_debt', creatorId), creatorAccount('creator_available', creatorId)]
    const [debtMinor] = await lockBalances(tx, balances)
    await postEntry(tx, earningsReleased({ id: newId(), creatorId, amountMinor, debtMinor: debtMinor!, at: now() }))
  }
  await tx
    .updateTable('earnings')
    .set({ released_at: sql<Date>`app_now()` })
    .where(
      'id',
      'in',
      due.map((earning) => earning.id),
    )
    .execute()
  return due.length
}
