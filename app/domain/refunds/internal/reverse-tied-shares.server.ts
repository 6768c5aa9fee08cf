import { sql } from 'kysely'
import { reverseEarnings } from '#app/domain/earnings/reverse-earnings.server.ts'
import { credit, debit, type Line } from '#app/domain/ledger/chart.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { findTies } from './find-ties.server.ts'
import { lockEarningsOf } from './lock-earnings-of.server.ts'
import { recordTies } from './record-ties.server.ts'

/**
 * What a bank reverses: the payment shows who paid, also where the wallet that it filled bought the pass; the cause is that of the
 * reversals.
 */
export type Disputed = {
  chargebackId: string
  payment: PurchaseRow
  causeKind: 'chargeback' | 'refund'
  causeId: string
}

type Share = { creator_id: string; cause_kind: string; cause_id: string; net_minor: bigint }

/**
 * A pass was shared among creators before its payer's bank reversed the payment. The parts of creators who are tied to the payer are
 * reversed; the others keep theirs. Returns their debits, with the exchange of a pass in dollars: together at most `maxMinor` in the
 * currency of the price. Each tie is recorded.
 */
export async function reverseTiedShares(
  tx: Tx,
  { chargebackId, payment, causeKind, causeId }: Disputed,
  purchase: PurchaseRow,
  maxMinor: bigint,
): Promise<Line[]> {
  if (maxMinor <= 0n) return []
  const pass = await tx
    .selectFrom('subscriptions')
    .select(['id', 'deferred_minor'])
    .where('purchase_id', '=', purchase.id)
    .executeTakeFirst()
  if (!pass?.deferred_minor) return []
  const inShillings = (amountMinor: bigint) => (pass.deferred_minor! * amountMinor) / purchase.amount_minor
  let leftMinor = purchase.currency === 'UGX' ? maxMinor : inShillings(maxMinor)
  const lines: Line[] = []
  // Locked before reading: what another command reverses at this moment can't be reversed again.
  await lockEarningsOf(tx, [purchase.id])
  for (const [creatorId, shares] of groupByCreator(await listShares(tx, pass.id))) {
    const ties = await findTies(tx, payment, creatorId)
    if (ties.length === 0) continue
    await recordTies(tx, chargebackId, creatorId, ties)
    for (const share of shares) {
      const amountMinor = share.net_minor < leftMinor ? share.net_minor : leftMinor
      if (amountMinor <= 0n) continue
      leftMinor -= amountMinor
      lines.push(
        ...(await reverseEarnings(tx, {
          creatorId,
          source: { causeKind: share.cause_kind, causeId: share.cause_id },
          amountMinor,
          causeKind,
          causeId,
          at: now(),
        })),
      )
    }
  }
  return exchanged(lines, purchase, pass.deferred_minor)
}

/** What each creator got of a pass and still has as an earning, by creator and week. */
async function listShares(tx: Tx, passId: string): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select e.creator_id, e.cause_kind, e.cause_id, least(l.net_minor, e.net_minor - e.reversed_minor) as net_minor
    from share_lines l
      join share_passes s on s.run_id = l.run_id and s.pass_id = l.pass_id
      join earnings e on e.creator_id = l.creator_id and e.cause_id = l.run_id
        and e.cause_kind = case when s.card_funded then 'share_run_card' else 'share_run' end
    where l.pass_id = ${passId} and e.net_minor > e.reversed_minor and l.net_minor > 0
    order by e.creator_id, e.cause_id`.execute(tx)
  return rows
}

function groupByCreator(shares: readonly Share[]): Map<string, Share[]> {
  const groups = new Map<string, Share[]>()
  for (const share of shares) groups.set(share.creator_id, [...(groups.get(share.creator_id) ?? []), share])
  return groups
}

/** Creators pay in shillings; a payment in dollars is exchanged at its original rate, rounded down. */
function exchanged(lines: Line[], purchase: PurchaseRow, deferredMinor: bigint): Line[] {
  const currency = purchase.currency
  const shillings = lines.reduce((sum, line) => sum + line.amountMinor, 0n)
  if (currency === 'UGX' || shillings === 0n) return lines
  const dollars = (purchase.amount_minor * shillings) / deferredMinor
  const exchange = { purpose: 'exchange', ownerId: null } as const
  return [...lines, credit({ ...exchange, currency: 'UGX' }, shillings), debit({ ...exchange, currency }, dollars)]
}
