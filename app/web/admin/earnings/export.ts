import { readMonth } from '#app/domain/earnings/statement.ts'
import { listEarnedDays, listEarnedDaysBetween } from '#app/domain/overview/earnings.server.ts'
import { csvOf, plainAmount } from '#app/domain/privacy/csv.ts'
import { sourceName } from './money-texts.ts'
import { rangeOf } from './range.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/export'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:ledger.view' },
  renewsSession: false,
} satisfies RouteHandle

/** The overview's days, or a month such as `month=2026-11`, as a CSV file: one row for each day and source, in shillings. */
export async function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('month')
  const month = asked === null ? null : readMonth(asked)
  if (asked !== null && month === null)
    throw new Response('A month looks like 2026-11.\n', {
      status: 400,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
  const days = rangeOf(url.searchParams.get('days'))
  const rows = month === null ? await listEarnedDays(days) : await listEarnedDaysBetween(month)
  const table = [
    ['Day', 'Source', 'Gross UGX', 'Platform fee UGX', 'Creators UGX'],
    ...rows.map((row) => [
      row.day,
      sourceName(row.source),
      plainAmount(row.grossMinor),
      plainAmount(row.feeMinor),
      plainAmount(row.netMinor),
    ]),
  ]
  return new Response(csvOf(table), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="earnings-${month === null ? `${days}-days` : asked}.csv"`,
    },
  })
}
