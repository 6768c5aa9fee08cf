import { formatMoney } from '#app/domain/money/money.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { listChargebacks } from '#app/domain/refunds/chargeback-queries.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ReturnRow } from '../refunds/return-row.tsx'
import refundsStylesUrl from '#app/web/admin/earnings/refunds/refunds.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { chargebackStatus } from './texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/chargebacks'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.decide', POST: 'staff:refunds.decide' },
  title: 'Chargebacks',
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: refundsStylesUrl }]

export async function loader() {
  return {
    rows: (await listChargebacks()).map((one) => ({
      id: one.id,
      href: `/admin/earnings/chargebacks/${one.id}`,
      title: one.productName ?? 'Unknown payment',
      about: `${showDate(one.openedAt)} · ${
        one.dueAt && !one.ended && one.answer === null ? `answer by ${showDateTime(one.dueAt)}` : one.comment
      }`,
      amount: one.amount ? formatMoney(one.amount) : 'Unknown',
      status: chargebackStatus(one),
    })),
  }
}

/** Reads the gateway's list now; the scheduled task does it every ten minutes. */
export async function action() {
  const read = await readChargebacks()
  return redirectWithToast('/admin/earnings/chargebacks', {
    title: 'Refreshed',
    description: read === 1 ? 'The gateway lists 1 chargeback.' : `The gateway lists ${read} chargebacks.`,
  })
}

/** The list of chargebacks, the earliest due date first. */
export default function Chargebacks({ loaderData }: Route.ComponentProps) {
  return (
    <div className="stack stack-16">
      <div className="row row-between row-wrap">
        <div>
          <h1 className="text-h1-small">Chargebacks</h1>
          <p className="text-muted">
            Updated every 10 minutes. If we don’t answer by the due date, the chargeback is accepted.
          </p>
        </div>
        <form method="post">
          <Button icon="refresh-cw">Refresh</Button>
        </form>
      </div>
      {loaderData.rows.length === 0 ? (
        <Card>
          <EmptyState icon="flag" title="No chargebacks" heading="h2" compact>
            No bank has reversed a payment.
          </EmptyState>
        </Card>
      ) : (
        <Card rows as="ul">
          {loaderData.rows.map((row) => (
            <li key={row.id}>
              <ReturnRow row={row} state={row.status} />
            </li>
          ))}
        </Card>
      )}
    </div>
  )
}
