import { listEarnedDays } from '#app/domain/overview/earnings.server.ts'
import { csvOf, plainAmount } from '#app/domain/privacy/csv.ts'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { sourceName } from './money-texts.ts'
import { rangeOf } from './range.ts'
import type { Route } from './+types/export'

/** The overview's days as a CSV file: one row for each day and source, in shillings. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context, 'ledger.view')
  const days = rangeOf(url.searchParams.get('days'))
  const rows = await listEarnedDays(days)
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
      'content-disposition': `attachment; filename="earnings-${days}-days.csv"`,
      'cache-control': 'no-store',
    },
  })
}
