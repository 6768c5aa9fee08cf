import { Outlet, useParams } from 'react-router'
import { formatMoney } from '#app/domain/money/money.ts'
import { countChargebacks, listChargebacks } from '#app/domain/refunds/chargeback-queries.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { to } from '#app/links.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { Button } from '#app/ui/button.tsx'
import refundsStylesUrl from '#app/web/admin/earnings/refunds/refunds.css?url'
import { queueAddress, queuePage, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { ReturnRow } from '../refunds/return-row.tsx'
import { CHARGEBACKS, chargebackStatus } from './texts.ts'
import type { Route } from './+types/chargebacks'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.decide', POST: 'staff:refunds.decide' },
  title: 'Chargebacks',
} satisfies RouteHandle

const PAGE_SIZE = 50

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: refundsStylesUrl }]

export async function loader({ url, params }: Route.LoaderArgs) {
  const query = readQueue(CHARGEBACKS, url)
  const [chargebacks, counts] = await Promise.all([
    listChargebacks({ ...query, limit: PAGE_SIZE + 1 }),
    countChargebacks(),
  ])
  const rows = chargebacks.map((one) => ({
    id: one.id,
    href: queueAddress(CHARGEBACKS, query, to.admin.chargeback(one.id)),
    open: one.id === params.chargebackId,
    title: one.productName ?? 'Unknown payment',
    about: `${showDate(one.openedAt)} · ${
      one.dueAt && !one.ended && one.answer === null ? `answer by ${showDateTime(one.dueAt)}` : one.comment
    }`,
    amount: one.amount ? formatMoney(one.amount) : 'Unknown',
    status: chargebackStatus(one),
  }))
  return queuePage(CHARGEBACKS, query, { counts, rows, size: PAGE_SIZE })
}

/** Reads the gateway's list now; the scheduled task does it every ten minutes. */
export async function action() {
  const read = await readChargebacks()
  return redirectWithToast(CHARGEBACKS.path, {
    title: 'Refreshed',
    description: read === 1 ? 'The gateway lists 1 chargeback.' : `The gateway lists ${read} chargebacks.`,
  })
}

/** The chargebacks, the earliest due date first; the open one is beside the list. */
export default function Chargebacks({ loaderData: page }: Route.ComponentProps) {
  const { chargebackId } = useParams()
  return (
    <ReviewQueue
      title="Chargebacks"
      note="Updated every 10 minutes. If we don’t answer by the due date, the chargeback is accepted."
      actions={
        <form method="post" action={page.path}>
          <Button icon="refresh-cw">Refresh</Button>
        </form>
      }
      page={page}
      chipsLabel="Which chargebacks"
      search="Find a chargeback"
      empty={{
        icon: 'flag',
        title: page.find ? 'No chargebacks match' : 'No chargebacks',
        text: page.find
          ? 'Try a part of the product’s name.'
          : page.filter === 'all'
            ? 'No bank has reversed a payment.'
            : 'No chargeback has this status now.',
      }}
      renderRow={(row) => <ReturnRow row={row} state={row.status} />}
      panel={chargebackId === undefined ? null : <Outlet />}
    />
  )
}
