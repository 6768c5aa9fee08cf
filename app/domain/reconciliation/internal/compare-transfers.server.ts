import { sql } from 'kysely'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import type { Transfer } from '#app/gateways/flutterwave/transfer-port.ts'
import { db } from '#app/platform/db.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { Difference } from '../difference.ts'
import { amountOf, type Compared, differencesAbout, unreadable, type Window } from './compared.ts'
import { everyPage } from './every-page.server.ts'

type Payout = {
  id: string
  reference: string
  state: string
  netMinor: bigint
  feeMinor: bigint | null
  providerId: string | null
}

const differenceOf = differencesAbout('Transfer', 'payout', (row: Transfer) => row.providerId)

/** A payout that the gateway has answered settles itself within minutes; an earlier difference means nothing. */
const PATIENCE_MS = 3_600_000

/** Compares the gateway's transfers with our payouts, both ways. */
export async function compareTransfers(window: Window): Promise<Compared> {
  const result: Compared = { checked: 0, explained: 0, differences: [] }
  const succeeded = new Map<string, string>()
  const seen = new Set<string>()
  const listing = await everyPage(
    async (page) => {
      const answer = await paymentGateway().listTransfers(window.from, window.to, page)
      if (answer.kind !== 'ok') return answer
      return { kind: 'ok', value: { rows: answer.value.transfers, pages: answer.value.pages, unreadable: 0 } }
    },
    async (rows) => {
      result.checked += rows.length
      const payouts = await findPayouts(rows)
      for (const row of rows) {
        seen.add(row.reference)
        const difference = differenceIn(row, payouts.get(row.reference), succeeded, window)
        if (difference) result.differences.push(difference)
      }
    },
  )
  if (listing.unreadable > 0) result.differences.push(unreadable('transfers', listing.unreadable, window))
  result.differences.push(...(await findMissing(window, seen)))
  return result
}

const PAID = new Set(['completed', 'sending', 'sent', 'unknown'])

function differenceIn(
  row: Transfer,
  payout: Payout | undefined,
  succeeded: Map<string, string>,
  window: Window,
): Difference | null {
  const leaves = leaving(row)
  if (row.status === 'failed' || row.status === 'reversed') {
    if (payout?.state !== 'completed' || payout.providerId !== row.providerId) return null
    return differenceOf(
      'transfer_state',
      row,
      back(leaves),
      payout.id,
      `The payout is completed, the transfer ${row.rawStatus}.`,
    )
  }
  if (!payout) return differenceOf('transfer_unknown', row, leaves, null, `Reference ${row.reference}.`)
  if (row.amountMinor !== null && (row.amountMinor !== payout.netMinor || row.currency !== 'UGX'))
    return differenceOf('transfer_amount', row, leaves, payout.id, 'The gateway sends another sum than the payout.')
  if (row.status !== 'succeeded') return null
  const before = succeeded.get(row.reference)
  succeeded.set(row.reference, row.providerId)
  if (before !== undefined && before !== row.providerId)
    return differenceOf('transfer_twice', row, leaves, payout.id, `In addition to transfer ${before}.`)
  const fee = feeApart(row, payout)
  if (fee !== null)
    return differenceOf('transfer_fee', row, fee, payout.id, 'The gateway charges another fee than we posted.')
  const young = row.createdAt !== null && window.to.getTime() - row.createdAt.getTime() < PATIENCE_MS
  if (payout.state === 'completed' || (young && PAID.has(payout.state))) return null
  return differenceOf(
    'transfer_state',
    row,
    leaves,
    payout.id,
    `The transfer succeeded, the payout is ${payout.state}.`,
  )
}

/** A payout whose fee the gateway had not named was posted with the creator's fee. */
function feeApart(row: Transfer, payout: Payout): Money | null {
  if (payout.state !== 'completed' || row.feeMinor === null || payout.feeMinor === null) return null
  const apart = payout.feeMinor - row.feeMinor
  return apart === 0n ? null : { amountMinor: apart, currency: 'UGX' }
}

/** Outgoing money is negative. */
function leaving(row: Transfer): Money | null {
  const amount = amountOf(row)
  return amount && { ...amount, amountMinor: -amount.amountMinor }
}

function back(leaves: Money | null): Money | null {
  return leaves && { ...leaves, amountMinor: -leaves.amountMinor }
}

async function findPayouts(rows: readonly Transfer[]): Promise<Map<string, Payout>> {
  const found = await sql<Payout>`
    select id, reference, state, net_minor as "netMinor", provider_fee_minor as "feeMinor", provider_id as "providerId" from payouts
    where reference = any (${rows.map((row) => row.reference)}::text[])`.execute(db)
  return new Map(found.rows.map((row) => [row.reference, row]))
}

async function findMissing(window: Window, seen: ReadonlySet<string>): Promise<Difference[]> {
  const { rows } = await sql<Payout & { at: Date }>`
    select id, reference, state, net_minor as "netMinor", provider_fee_minor as "feeMinor", provider_id as "providerId", sent_at as at from payouts
    where state in ('completed', 'sent') and sent_at >= ${window.surelyFrom} and sent_at < ${window.surelyTo}`.execute(
    db,
  )
  const missing: Difference[] = []
  for (const row of rows.filter(({ reference }) => !seen.has(reference))) {
    const asked = await paymentGateway().findTransfers(row.reference)
    if (asked.kind !== 'ok' || asked.value.length > 0) continue
    missing.push({
      kind: 'transfer_missing',
      subject: row.reference,
      amount: { amountMinor: row.netMinor, currency: 'UGX' },
      description: `Payout ${row.reference} is ${row.state} and the gateway does not know it.`,
      causesAt: row.at,
      object: { kind: 'payout', id: row.id },
    })
  }
  return missing
}
