// The gateway's envelopes and its pagination.
import { type Answer, json } from '../http.ts'

export function ok(message: string, data: unknown, meta?: unknown): Answer {
  return json(200, { status: 'success', message, ...(meta === undefined ? {} : { meta }), data })
}

export function refusal(status: number, message: string, data: unknown = null): Answer {
  return json(status, { status: 'error', message, data })
}

const PAGE_SIZE = 20

/** One page of rows, newest first, with the gateway's page_info. */
export function listed<Row>(message: string, rows: Row[], query: URLSearchParams, show: (row: Row) => unknown): Answer {
  const wanted = Number(query.get('page') ?? 1)
  const current = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const shown = rows.toReversed().slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE)
  return ok(message, shown.map(show), { page_info: { total: rows.length, current_page: current, total_pages: pages } })
}

/** Whether an instant lies within `from` and `to` (days, both included); invalid days are ignored. */
export function isWithin(at: number, query: URLSearchParams): boolean {
  const from = Date.parse(`${query.get('from') ?? ''}T00:00:00.000Z`)
  const to = Date.parse(`${query.get('to') ?? ''}T23:59:59.999Z`)
  return (Number.isNaN(from) || at >= from) && (Number.isNaN(to) || at <= to)
}

/** A number or a numeric text above zero; null for anything else. */
export function positiveAmount(value: unknown): number | null {
  const amount =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(amount) && amount > 0 && amount <= 1e12 ? amount : null
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
