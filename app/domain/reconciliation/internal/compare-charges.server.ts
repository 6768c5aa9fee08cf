import { sql } from 'kysely'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { isCurrency, type Money } from '#app/domain/money/money.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import type { ListedCharge } from '#app/gateways/flutterwave/list-port.ts'
import { db } from '#app/platform/db.server.ts'
import type { Difference } from '../difference.ts'
import { amountOf, type Compared, differencesAbout, unreadable, type Window } from './compared.ts'
import { everyPage } from './every-page.server.ts'

type Known = {
  providerId: string
  transactionId: string | null
  chargeAmountMinor: bigint | null
  chargeCurrency: string | null
  feeMinor: bigint | null
  outcome: string | null
  booked: boolean
}

const differenceOf = differencesAbout('Payment', 'transaction', (row: ListedCharge) => row.providerId)

/** Compares the gateway's payments with ours, both ways. Late payments are processed on the way and count as explained. */
export async function compareCharges(window: Window): Promise<Compared> {
  const result: Compared = { checked: 0, explained: 0, differences: [] }
  const seen = new Set<string>()
  const listing = await everyPage(
    (page) => paymentGateway().listCharges(window.from, window.to, page),
    async (rows) => {
      for (const row of rows) seen.add(row.providerId)
      result.checked += rows.length
      const known = await findKnown(rows)
      for (const row of rows) await compareOne(row, known.get(row.providerId), result)
    },
  )
  if (listing.unreadable > 0) result.differences.push(unreadable('charges', listing.unreadable, window))
  result.differences.push(...(await findMissing(window, seen)))
  return result
}

async function compareOne(row: ListedCharge, known: Known | undefined, result: Compared): Promise<void> {
  if (row.status !== 'succeeded') {
    if (known?.booked && row.status === 'failed') result.differences.push(reversedBy(row, known))
    return
  }
  if (!known?.transactionId) {
    result.differences.push(differenceOf('charge_unknown', row, amountOf(row), null, `Reference ${row.reference}.`))
    return
  }
  let ours = known
  if (!ours.booked) {
    await completePurchase({ txRef: row.reference, providerId: row.providerId })
    ours = (await findKnown([row])).get(row.providerId) ?? ours
    if (ours.booked) result.explained += 1
  }
  const difference = differenceIn(row, ours)
  if (difference) result.differences.push(difference)
}

function differenceIn(row: ListedCharge, known: Known): Difference | null {
  const { transactionId } = known
  if (!known.booked)
    return differenceOf('charge_unbooked', row, amountOf(row), transactionId, `Paid as ${row.rawStatus}, not posted.`)
  if (known.chargeCurrency !== row.currency || known.chargeAmountMinor !== row.amountMinor) {
    const same = known.chargeCurrency === row.currency
    const amount = same ? less(amountOf(row), known.chargeAmountMinor ?? 0n) : amountOf(row)
    return differenceOf('charge_amount', row, amount, transactionId, 'The gateway shows another sum than we posted.')
  }
  if (row.feeMinor === null || known.feeMinor === null || row.feeMinor === known.feeMinor) return null
  const amount = less(amountOf(row), known.chargeAmountMinor! + row.feeMinor - known.feeMinor)
  return differenceOf('charge_fee', row, amount, transactionId, 'The gateway charges another fee than we posted.')
}

function reversedBy(row: ListedCharge, known: Known): Difference {
  const amount = less(null, known.chargeAmountMinor ?? 0n, row.currency)
  return differenceOf('charge_reversed', row, amount, known.transactionId, `The gateway shows ${row.rawStatus}.`)
}

function less(theirs: Money | null, oursMinor: bigint, currency = theirs?.currency ?? ''): Money | null {
  if (!isCurrency(currency)) return null
  return { amountMinor: (theirs?.amountMinor ?? 0n) - oursMinor, currency }
}

async function findKnown(rows: readonly ListedCharge[]): Promise<Map<string, Known>> {
  const gateway = paymentGateway().name
  const found = await sql<Known>`
    select l.id as "providerId", t.id as "transactionId", c.amount_minor as "chargeAmountMinor", c.currency as "chargeCurrency",
      c.fee_minor as "feeMinor", c.outcome, e.id is not null as booked
    from unnest(${rows.map((row) => row.providerId)}::text[], ${rows.map((row) => row.reference)}::text[]) as l (id, reference)
    left join gateway_charges c on c.gateway = ${gateway} and c.provider_id = l.id
    left join transactions t on t.flutterwave_tx_ref = l.reference
    left join journal_entries e on e.idempotency_key = 'charge:' || ${gateway} || ':' || l.id`.execute(db)
  return new Map(found.rows.map((row) => [row.providerId, row]))
}

/** What we posted well within the window and the gateway's list doesn't show; each is checked individually before it counts. */
async function findMissing(window: Window, seen: ReadonlySet<string>): Promise<Difference[]> {
  const gateway = paymentGateway()
  const { rows } = await sql<{
    providerId: string
    transactionId: string
    amountMinor: bigint
    currency: string
    at: Date
  }>`
    select c.provider_id as "providerId", c.transaction_id as "transactionId", c.amount_minor as "amountMinor", c.currency, c.seen_at as at
    from gateway_charges c where c.gateway = ${gateway.name} and c.outcome <> 'none'
      and c.seen_at >= ${window.surelyFrom} and c.seen_at < ${window.surelyTo}`.execute(db)
  const missing: Difference[] = []
  for (const row of rows.filter(({ providerId }) => !seen.has(providerId))) {
    const asked = await gateway.getCharge(row.providerId)
    if (asked.kind !== 'not_found') continue
    missing.push({
      kind: 'charge_missing',
      subject: row.providerId,
      amount: isCurrency(row.currency) ? { amountMinor: -row.amountMinor, currency: row.currency } : null,
      description: `Payment ${row.providerId} is posted and the gateway does not know it.`,
      causesAt: row.at,
      object: { kind: 'transaction', id: row.transactionId },
    })
  }
  return missing
}
