import { useParams } from 'react-router'
import { formatMoney } from '#app/domain/money/money.ts'
import { countChargebacks, listChargebacks } from '#app/domain/refunds/chargeback-queries.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { loadQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { MoneyRow } from '#app/web/admin/review-queue/rows.tsx'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { CHARGEBACKS, chargebackStatus } from './texts.ts'
import type { Route } from './+types/chargebacks'

// The list is only read again: nothing is decided.
export const handle = staffForm('Chargebacks', 'refunds.decide', 'not_needed')

export function loader({ url, params }: Route.LoaderArgs) {
  return loadQueue(CHARGEBACKS, url, params.chargebackId, {
    list: listChargebacks,
    count: countChargebacks,
    row: (one) => ({
      title: one.productName ?? 'Unknown payment',
      about: `${showDate(one.openedAt)} · ${
        one.dueAt && !one.ended && one.answer === null ? `answer by ${showDateTime(one.dueAt)}` : one.comment
      }`,
      amount: one.amount ? formatMoney(one.amount) : 'Unknown',
      status: chargebackStatus(one),
    }),
  })
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
      queue={CHARGEBACKS}
      page={page}
      note="Updated every 10 minutes. If we don’t answer by the due date, the chargeback is accepted."
      actions={
        <form method="post" action={CHARGEBACKS.path}>
          <Button icon="refresh-cw">Refresh</Button>
        </form>
      }
      renderRow={(row) => <MoneyRow row={row} />}
      open={chargebackId !== undefined}
    />
  )
}
