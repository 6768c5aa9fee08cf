import { toGatewayAmount } from '#app/domain/money/gateway-amount.ts'
import type { Outcome } from './port.ts'
import { readChargeback, readRefund } from './read-refund.ts'
import type { ChargebackPage, GatewayChargeback, GatewayRefund, RefundGateway } from './refund-port.ts'
import { isWire, textOf, type Wire } from './wire.ts'

type Calls = {
  get: (path: string) => Promise<Outcome<Wire>>
  send: (method: 'POST' | 'PUT', path: string, body: object) => Promise<Outcome<Wire>>
}

const MAX_PAGES = 50

/** Refunds and chargebacks of Flutterwave's API v3. */
export function refundCalls({ get, send }: Calls): RefundGateway {
  return {
    createRefund: async ({ providerId, amount, comments }) =>
      one(
        await send('POST', `/transactions/${encodeURIComponent(providerId)}/refund`, {
          amount: toGatewayAmount(amount),
          comments,
        }),
        readRefund,
      ),
    getRefund: async (refundId) => one(await get(`/refunds/${encodeURIComponent(refundId)}`), readRefund),
    findRefunds: (providerId) => findRefunds(get, providerId),
    listChargebacks: async (page) => pageOf(await get(`/chargebacks?page=${page}`)),
    answerChargeback: async (chargebackId, { action, comment }) =>
      one(await send('PUT', `/chargebacks/${encodeURIComponent(chargebackId)}`, { action, comment }), readChargeback),
  }
}

async function findRefunds(get: Calls['get'], providerId: string): Promise<Outcome<GatewayRefund[]>> {
  const found: GatewayRefund[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await get(`/refunds?id=${encodeURIComponent(providerId)}&page=${page}`)
    if (answer.kind === 'not_found') return { kind: 'ok', value: found }
    if (answer.kind !== 'ok') return answer
    if (!Array.isArray(answer.value.data)) return { kind: 'ambiguous', cause: 'a list that is none' }
    const rows = answer.value.data.flatMap((row: unknown) => (isWire(row) ? (readRefund(row) ?? []) : []))
    // A gateway that doesn't know the filter answers with everybody's.
    found.push(...rows.filter((refund) => refund.providerId === providerId))
    if (!hasMore(answer.value, page)) return { kind: 'ok', value: found }
  }
  return { kind: 'ambiguous', cause: 'a list without an end' }
}

function pageOf(answer: Outcome<Wire>): Outcome<ChargebackPage> {
  if (answer.kind === 'not_found') return { kind: 'ok', value: { chargebacks: [], more: false } }
  if (answer.kind !== 'ok') return answer
  if (!Array.isArray(answer.value.data)) return { kind: 'ambiguous', cause: 'a list that is none' }
  const chargebacks = answer.value.data.flatMap((row: unknown): GatewayChargeback[] => {
    const read = isWire(row) ? readChargeback(row) : null
    return read ? [read] : []
  })
  const info = pageInfo(answer.value)
  return {
    kind: 'ok',
    value: { chargebacks, more: info !== null && hasMore(answer.value, Number(textOf(info, 'current_page'))) },
  }
}

function pageInfo(envelope: Wire): Wire | null {
  return isWire(envelope.meta) && isWire(envelope.meta.page_info) ? envelope.meta.page_info : null
}

function hasMore(envelope: Wire, page: number): boolean {
  const info = pageInfo(envelope)
  return info !== null && Number(textOf(info, 'total_pages') ?? 1) > page
}

function one<Value>(answer: Outcome<Wire>, read: (wire: Wire) => Value | null): Outcome<Value> {
  if (answer.kind !== 'ok') return answer
  const value = isWire(answer.value.data) ? read(answer.value.data) : null
  return value === null ? { kind: 'ambiguous', cause: 'an answer without an id' } : { kind: 'ok', value }
}
