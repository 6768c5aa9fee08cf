import { sql } from 'kysely'
import { isCurrency } from '#app/domain/money/money.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import type { ListedSettlement } from '#app/gateways/flutterwave/list-port.ts'
import { db } from '#app/platform/db.server.ts'
import type { Difference } from '../difference.ts'
import { type Compared, unreadable, type Window } from './compared.ts'
import { everyPage } from './every-page.server.ts'

/**
 * Compares what the gateway kept back of each day's settlement with the chargebacks of that day (UTC). An operator of mobile money reverses
 * a payment without a chargeback, so only this comparison shows it.
 */
export async function compareSettlements(window: Window): Promise<Compared> {
  const result: Compared = { checked: 0, explained: 0, differences: [] }
  const listing = await everyPage(
    (page) => paymentGateway().listSettlements(window.from, window.to, page),
    async (rows) => {
      result.checked += rows.length
      for (const row of rows) {
        const difference = await differenceIn(row, window)
        if (difference) result.differences.push(difference)
      }
    },
  )
  if (listing.unreadable > 0) result.differences.push(unreadable('settlements', listing.unreadable, window))
  return result
}

async function differenceIn(row: ListedSettlement, window: Window): Promise<Difference | null> {
  const { currency, createdAt } = row
  // Chargebacks of the last minutes may not be read yet.
  if (!row.reversedMinor || !isCurrency(currency) || createdAt === null || createdAt > window.surelyTo) return null
  const unexplained = row.reversedMinor - (await chargedBack(createdAt, currency))
  if (unexplained <= 0n) return null
  return {
    kind: 'settlement_short',
    subject: row.settlementId,
    amount: { amountMinor: -unexplained, currency },
    description: `Settlement ${row.settlementId} of ${createdAt.toISOString().slice(0, 10)}. It keeps back more than its chargebacks.`,
    causesAt: createdAt,
    object: null,
  }
}

/** What banks reversed on that day as far as we know; a chargeback without a known payment has no currency. */
async function chargedBack(at: Date, currency: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from chargebacks
    where (opened_at at time zone 'UTC')::date = (${at}::timestamptz at time zone 'UTC')::date
      and coalesce(currency, ${currency}) = ${currency}`.execute(db)
  return rows[0]!.sum
}
