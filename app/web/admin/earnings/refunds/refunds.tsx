import { useParams } from 'react-router'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { countOpenChargebacks } from '#app/domain/refunds/chargeback-queries.server.ts'
import { countRefunds, listRefunds } from '#app/domain/refunds/queries.server.ts'
import type { RefundState } from '#app/domain/payments/refund.ts'
import { now } from '#app/platform/clock.ts'
import type { Status } from '#app/ui/chip.tsx'
import { toAdmin } from '#app/admin-links.ts'
import { showDate } from '#app/platform/dates.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { loadQueue, queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { MoneyRow } from '#app/web/admin/review-queue/rows.tsx'
import { personContext } from '#app/web/context.server.ts'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import { REASONS, REFUNDS, STATES } from './texts.ts'
import type { Route } from './+types/refunds'

export const handle = staffPage('Refunds', 'refunds.view')

/** Until when a refund is sent that nobody has to decide any more, or a person decides. */
const PROMISED_HOURS = 48
const WAITING: readonly RefundState[] = ['asked', 'agreed', 'requested', 'failed']

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const [page, chargebacks] = await Promise.all([
    loadQueue(REFUNDS, url, params.refundId, {
      list: listRefunds,
      count: countRefunds,
      row: (refund) => ({
        title: refund.productName,
        about: `${refund.buyer} · ${REASONS[refund.reason]} · ${showDate(refund.askedAt)}`,
        amount: formatMoney(refund.amount),
        status: overdueStatus(refund, now()) ?? STATES[refund.state],
      }),
    }),
    hasPermission(context.get(personContext), 'refunds.decide') ? countOpenChargebacks() : null,
  ])
  // The count of chargebacks is null for roles that can't see them.
  return { page, chargebacks, askHref: queueAddress(REFUNDS, readQueue(REFUNDS, url), toAdmin.refundRequest) }
}

/** A request that has waited longer than we promise, with its age; null for all others. */
function overdueStatus({ state, askedAt }: { state: RefundState; askedAt: Date }, at: Date): Status | null {
  const hours = Math.floor((at.getTime() - askedAt.getTime()) / 3_600_000)
  if (!WAITING.includes(state) || hours <= PROMISED_HOURS) return null
  return { text: `${Math.floor(hours / 24)} days, promised in 2`, tone: 'danger', icon: 'clock' }
}

/** The refunds by status; the open one is beside the list. */
export default function Refunds({ loaderData: { page, chargebacks, askHref } }: Route.ComponentProps) {
  const { refundId } = useParams()
  return (
    <ReviewQueue
      queue={REFUNDS}
      page={page}
      note="Refunds are sent within 24-48 hours"
      actions={
        <>
          {chargebacks !== null && (
            <LinkButton href={toAdmin.chargebacks} icon="flag">
              Chargebacks <span className="filter-count">{chargebacks}</span>
            </LinkButton>
          )}
          <LinkButton href={askHref}>Request refund…</LinkButton>
        </>
      }
      renderRow={(row) => <MoneyRow row={row} />}
      open={refundId !== undefined}
    />
  )
}
