import { sql } from 'kysely'
import { creatorPartOf, type EarningSource, SOURCE_TEXTS } from '#app/domain/earnings/earning.ts'
import { reverseEarnings } from '#app/domain/earnings/reverse-earnings.server.ts'
import type { Line } from '#app/domain/ledger/chart.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { spendingsOfSql } from '../spent-money.ts'

/** Something that a wallet paid for and that was delivered: a message, a request. Nothing of it can be undone, apart from the money. */
export type Spending = {
  earningId: string
  creatorId: string
  source: EarningSource
  causeKind: string
  causeId: string
  grossMinor: bigint
  feeMinor: bigint
  /** What of the creator's part was not reversed before. */
  keptMinor: bigint
  /** What other chargebacks cover of the price. */
  coveredMinor: bigint
  at: Date
}

/**
 * What the wallet has spent since the top-up on things that are no purchases, newest first. Found by the ledger and not by a list of
 * features: each earning whose entry took money out of this wallet, at once or from a hold. So whatever a wallet pays for in future is
 * among them. A hold counts from the moment it was placed.
 */
export async function listSpendingsSince(tx: Tx, topUp: PurchaseRow): Promise<Spending[]> {
  const { rows } = await sql<Spending>`
    select earning_id as "earningId", creator_id as "creatorId", source, cause_kind as "causeKind", cause_id as "causeId",
      gross_minor as "grossMinor", fee_minor as "feeMinor", net_minor - reversed_minor as "keptMinor", covered_minor as "coveredMinor", at
    from (${sql.raw(spendingsOfSql({ ownerId: `'${topUp.buyer_id}'::uuid` }))}) spent
    where at >= ${topUp.completed_at} and covered_minor < gross_minor order by at desc, earning_id desc`.execute(tx)
  return rows
}

/** Of what a chargeback takes, the part that a tied creator has received: reversed, and recorded. Returns the debits. */
export async function reverseSpending(
  tx: Tx,
  chargebackId: string,
  spending: Spending,
  amountMinor: bigint,
): Promise<Line[]> {
  const { creatorId, coveredMinor, causeKind, causeId } = spending
  const due = creatorPartOf(spending, coveredMinor + amountMinor) - creatorPartOf(spending, coveredMinor)
  const reversedMinor = due < spending.keptMinor ? due : spending.keptMinor
  const lines = await reverseEarnings(tx, {
    creatorId,
    source: { causeKind, causeId },
    amountMinor: reversedMinor,
    causeKind: 'chargeback',
    causeId: chargebackId,
    at: now(),
  })
  await recordSpendings(tx, chargebackId, [{ spending, amountMinor, reversedMinor }])
  return lines
}

export type Covered = { spending: Spending; amountMinor: bigint; reversedMinor: bigint }

/** Records what a chargeback covers of each, so that another one doesn't cover it again and the audit can check it. */
export async function recordSpendings(tx: Tx, chargebackId: string, covered: readonly Covered[]): Promise<void> {
  if (covered.length === 0) return
  const list = (value: (one: Covered) => string) => covered.map(value)
  await sql`
    insert into chargeback_spendings (chargeback_id, earning_id, creator_id, amount_minor, reversed_minor)
    select ${chargebackId}, * from unnest(${list(({ spending }) => spending.earningId)}::uuid[],
      ${list(({ spending }) => spending.creatorId)}::uuid[], ${list(({ amountMinor }) => String(amountMinor))}::bigint[],
      ${list(({ reversedMinor }) => String(reversedMinor))}::bigint[])`.execute(tx)
}

/** What the chargeback of a top-up covers, by creator, in words: "Chat and custom requests". */
export async function namesOfSpendings(tx: Tx, chargebackId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('chargeback_spendings as s')
    .innerJoin('earnings as e', 'e.id', 's.earning_id')
    .select(['s.creator_id', 'e.source'])
    .distinct()
    .where('s.chargeback_id', '=', chargebackId)
    .orderBy('e.source', 'desc')
    .execute()
  const names = new Map<string, string>()
  for (const { creator_id: creatorId, source } of rows) {
    const before = names.get(creatorId)
    const name = SOURCE_TEXTS[source]
    names.set(creatorId, before ? `${before} and ${name.toLowerCase()}` : name)
  }
  return names
}
