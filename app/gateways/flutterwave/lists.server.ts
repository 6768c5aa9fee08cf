import type { ListGateway, ListPage } from './list-port.ts'
import type { Outcome } from './port.ts'
import { readCharge } from './read-charge.ts'
import { readRefund } from './read-refund.ts'
import { readSettlement } from './read-settlement.ts'
import { isWire, textOf, type Wire } from './wire.ts'

type Calls = { get: (path: string) => Promise<Outcome<Wire>> }

const MAX_PAGES = 100_000

/** The part of the client that reads the gateway's lists. */
export function listCalls({ get }: Calls): ListGateway {
  async function list<Row>(
    path: string,
    days: { from: Date; to: Date; page: number },
    read: (wire: Wire) => Row | null,
  ): Promise<Outcome<ListPage<Row & { createdAt: Date | null }>>> {
    const { from, to, page } = days
    const answer = await get(`${path}?${new URLSearchParams({ from: dayOf(from), to: dayOf(to), page: String(page) })}`)
    if (answer.kind === 'not_found') return { kind: 'ok', value: { rows: [], pages: 0, unreadable: 0 } }
    if (answer.kind !== 'ok') return answer
    if (!Array.isArray(answer.value.data)) return { kind: 'ambiguous', cause: 'a list that is none' }
    const rows = answer.value.data.flatMap((wire: unknown) => {
      const row = isWire(wire) ? read(wire) : null
      return row === null ? [] : [{ ...row, createdAt: timeOf(wire as Wire) }]
    })
    const unreadable = answer.value.data.length - rows.length
    return { kind: 'ok', value: { rows, pages: pagesOf(answer.value), unreadable } }
  }

  return {
    listCharges: (from, to, page) => list('/transactions', { from, to, page }, readCharge),
    listRefunds: (from, to, page) => list('/refunds', { from, to, page }, readRefund),
    listSettlements: (from, to, page) => list('/settlements', { from, to, page }, readSettlement),
  }
}

function pagesOf(envelope: Wire): number {
  const info = isWire(envelope.meta) && isWire(envelope.meta.page_info) ? envelope.meta.page_info : null
  const pages = Number(info ? textOf(info, 'total_pages') : Number.NaN)
  return Number.isInteger(pages) && pages >= 0 ? Math.min(pages, MAX_PAGES) : 1
}

function timeOf(wire: Wire): Date | null {
  const at = Date.parse(textOf(wire, 'created_at') ?? '')
  return Number.isNaN(at) ? null : new Date(at)
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
