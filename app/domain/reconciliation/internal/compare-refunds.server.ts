import { sql } from 'kysely'
import { isCurrency, type Money } from '#app/domain/money/money.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import type { ListedRefund } from '#app/gateways/flutterwave/list-port.ts'
import { db } from '#app/platform/db.server.ts'
import type { Difference } from '../difference.ts'
import { type Compared, differencesAbout, unreadable, type Window } from './compared.ts'
import { everyPage } from './every-page.server.ts'

type Ours = {
  key: string
  id: string
  refundId: string | null
  state: string
  amountMinor: bigint
  currency: string
}

const differenceOf = differencesAbout('Refund', 'refund', (row: ListedRefund) => row.refundId)

const MARK = /^refund ([0-9a-f-]{36}) \d+$/

/** Compares the gateway's refunds with ours, both ways. */
export async function compareRefunds(window: Window): Promise<Compared> {
  const result: Compared = { checked: 0, explained: 0, differences: [] }
  const seen = new Set<string>()
  const listing = await everyPage(
    (page) => paymentGateway().listRefunds(window.from, window.to, page),
    async (rows) => {
      result.checked += rows.length
      const ours = await findOurs(rows)
      for (const row of rows) {
        seen.add(row.refundId)
        const difference = await differenceIn(row, ours.get(row.refundId))
        if (difference) result.differences.push(difference)
      }
    },
  )
  if (listing.unreadable > 0) result.differences.push(unreadable('refunds', listing.unreadable, window))
  result.differences.push(...(await findMissing(window, seen)))
  return result
}

// While a check is pending, the gateway may be ahead of us; a refund that it has and we count as never sent is a difference.
const UNDER_WAY = new Set(['sending', 'unknown', 'sent', 'completed'])

async function differenceIn(row: ListedRefund, ours: Ours | undefined): Promise<Difference | null> {
  const currency = ours?.currency ?? (await currencyOfCharge(row.providerId))
  const amount = amountOf(row, currency)
  if (row.status === 'failed') return failed(row, ours, amount)
  if (!ours) return differenceOf('refund_unknown', row, amount, null, `Of payment ${row.providerId}.`)
  if (row.amountMinor !== null && row.amountMinor !== ours.amountMinor) {
    const apart = amount && { ...amount, amountMinor: amount.amountMinor + ours.amountMinor }
    return differenceOf('refund_amount', row, apart, ours.id, 'The gateway refunds another sum than was decided.')
  }
  if (UNDER_WAY.has(ours.state)) return null
  return differenceOf(
    'refund_state',
    row,
    amount,
    ours.id,
    `The gateway shows ${row.rawStatus}, the refund is ${ours.state}.`,
  )
}

/** A failed one is a difference where we count that very one as arrived; an earlier try of it may have failed. */
function failed(row: ListedRefund, ours: Ours | undefined, amount: Money | null): Difference | null {
  if (ours?.state !== 'completed' || ours.refundId !== row.refundId) return null
  const back = amount && { ...amount, amountMinor: -amount.amountMinor }
  return differenceOf(
    'refund_state',
    row,
    back,
    ours.id,
    `The refund is completed, the gateway shows ${row.rawStatus}.`,
  )
}

/** Outgoing money is negative. */
function amountOf(row: ListedRefund, currency: string): Money | null {
  return row.amountMinor !== null && isCurrency(currency) ? { amountMinor: -row.amountMinor, currency } : null
}

/** A refund is identified by the gateway's id, or by the mark that we wrote into it before we learned that id. */
async function findOurs(rows: readonly ListedRefund[]): Promise<Map<string, Ours>> {
  const marks = rows.map((row) => MARK.exec(row.comments)?.[1] ?? null)
  const found = await sql<Ours>`
    select l.id as key, r.id, r.gateway_refund_id as "refundId", r.state, r.amount_minor as "amountMinor", r.currency
    from unnest(${rows.map((row) => row.refundId)}::text[], ${marks}::uuid[]) as l (id, mark)
    join refunds r on r.id = l.mark or (r.gateway = ${paymentGateway().name} and r.gateway_refund_id = l.id)`.execute(
    db,
  )
  return new Map(found.rows.map((row) => [row.key, row]))
}

async function currencyOfCharge(providerId: string): Promise<string> {
  const charge = await db
    .selectFrom('gateway_charges')
    .select('currency')
    .where('gateway', '=', paymentGateway().name)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return charge?.currency ?? ''
}

async function findMissing(window: Window, seen: ReadonlySet<string>): Promise<Difference[]> {
  const { rows } = await sql<{ id: string; refundId: string; amountMinor: bigint; currency: string; at: Date }>`
    select id, gateway_refund_id as "refundId", amount_minor as "amountMinor", currency, sent_at as at from refunds
    where gateway = ${paymentGateway().name} and gateway_refund_id is not null and state in ('sent', 'completed')
      and destination = 'source' and sent_at >= ${window.surelyFrom} and sent_at < ${window.surelyTo}`.execute(db)
  const missing: Difference[] = []
  for (const row of rows.filter(({ refundId }) => !seen.has(refundId))) {
    const asked = await paymentGateway().getRefund(row.refundId)
    if (asked.kind !== 'not_found') continue
    missing.push({
      kind: 'refund_missing',
      subject: row.refundId,
      amount: isCurrency(row.currency) ? { amountMinor: row.amountMinor, currency: row.currency } : null,
      description: `Refund ${row.refundId} is sent and the gateway does not know it.`,
      causesAt: row.at,
      object: { kind: 'refund', id: row.id },
    })
  }
  return missing
}
