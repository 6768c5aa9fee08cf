import type { LedgerAccount, Line } from '#app/domain/ledger/chart.ts'
import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { creatorAccount } from './earning.ts'
import { splitReversal, reversalLines } from './entries.ts'
import { lockEarnings } from './lock-earnings.server.ts'

export type ReversalRequest = {
  creatorId: string
  /** The cause of the earning. */
  source: { causeKind: string; causeId: string }
  /** Of the creator's part, in minor units: at most what has not been reversed before. */
  amountMinor: bigint
  /** The cause of the reversal, e.g. 'refund' and its id: once per cause and earning. */
  causeKind: string
  causeId: string
  at: Date
  /** Further accounts of the same command, locked in the call that locks the creator's. */
  alsoLock?: readonly LedgerAccount[]
}

/**
 * Reverses a creator's part: from pending earnings (the earning's own first, then the oldest), then from available ones; the rest is owed
 * and comes off the next earnings. Returns the debits, which add up to the amount, for the caller's entry. Call it before locking balances.
 */
export async function reverseEarnings(tx: Tx, requested: ReversalRequest): Promise<Line[]> {
  const { creatorId, source, amountMinor } = requested
  if (amountMinor === 0n) return []
  await lockEarnings(tx, creatorId)
  const earning = await tx
    .selectFrom('earnings')
    .select(['id', 'net_minor', 'reversed_minor', 'pending_used_minor', 'released_at'])
    .where('cause_kind', '=', source.causeKind)
    .where('cause_id', '=', source.causeId)
    .where('creator_id', '=', creatorId)
    .forUpdate()
    .executeTakeFirst()
  invariant(earning, `nothing was earned by ${source.causeKind} ${source.causeId}`)
  invariant(
    amountMinor > 0n && amountMinor <= earning.net_minor - earning.reversed_minor,
    `more is reversed of earning ${earning.id} than is left of it`,
  )
  const fromPending = await drawPending(tx, creatorId, earning, amountMinor)
  const available = creatorAccount('creator_available', creatorId)
  const [balance] = await lockBalances(tx, [
    available,
    creatorAccount('creator_debt', creatorId),
    ...(requested.alsoLock ?? []),
  ])
  const taken = splitReversal(amountMinor, { pendingMinor: fromPending, availableMinor: -balance! })
  await tx
    .updateTable('earnings')
    .set({ reversed_minor: earning.reversed_minor + amountMinor })
    .where('id', '=', earning.id)
    .execute()
  await tx
    .insertInto('earning_reversals')
    .values({
      id: newId(),
      earning_id: earning.id,
      creator_id: creatorId,
      cause_kind: requested.causeKind,
      cause_id: requested.causeId,
      from_pending_minor: taken.pendingMinor,
      from_available_minor: taken.availableMinor,
      owed_minor: taken.owedMinor,
      reversed_at: requested.at,
    })
    .execute()
  return reversalLines(creatorId, taken)
}

type Pending = { id: string; net_minor: bigint; pending_used_minor: bigint }

/** Uses up pending earnings, up to the amount. Returns how much that was. */
async function drawPending(
  tx: Tx,
  creatorId: string,
  own: Pending & { released_at: Date | null },
  amountMinor: bigint,
): Promise<bigint> {
  let used = own.released_at === null ? await drawOne(tx, own, amountMinor) : 0n
  if (used === amountMinor) return used
  const others = await tx
    .selectFrom('earnings')
    .select(['id', 'net_minor', 'pending_used_minor'])
    .where('creator_id', '=', creatorId)
    .where('id', '<>', own.id)
    .where('released_at', 'is', null)
    .whereRef('pending_used_minor', '<', 'net_minor')
    .orderBy('available_at')
    .orderBy('id')
    .execute()
  for (const other of others) {
    if (used === amountMinor) break
    used += await drawOne(tx, other, amountMinor - used)
  }
  return used
}

async function drawOne(tx: Tx, earning: Pending, maxMinor: bigint): Promise<bigint> {
  const left = earning.net_minor - earning.pending_used_minor
  const used = left < maxMinor ? left : maxMinor
  if (used === 0n) return 0n
  await tx
    .updateTable('earnings')
    .set({ pending_used_minor: earning.pending_used_minor + used })
    .where('id', '=', earning.id)
    .execute()
  return used
}
